// proved: -D BUG=0 --property global.spec
// bug: -D BUG=1 --property global.spec
// The rule reads a static variable of the program.
int __VERIFIER_nondet_int(void);
static int ready;
void go(void);
static void prepare(int *p) { *p = 1; }
int main(void)
{
    if (__VERIFIER_nondet_int())
        prepare(&ready);
    if (ready || BUG)
        go();
    return 0;
}
