// proved: -D BUG=0 --property nesting.spec
// bug: -D BUG=1 --property nesting.spec
// A function with a body that calls itself: entry and exit nest.
int __VERIFIER_nondet_int(void);
void tick(void);
static int work(int n)
{
    if (n > 0 && n < 3)
        work(n - 1);
    return 1;
}
int main(void)
{
    if (BUG == 0)
        work(__VERIFIER_nondet_int());
    tick();
    return 0;
}
