// proved: -D BUG=0 --property nesting.spec
// bug: -D BUG=1 --property nesting.spec
// Entry and exit of functions of the program, early returns included.
int __VERIFIER_nondet_int(void);
static int work(int n)
{
    if (n < 0)
        return -1;
    if (n == 3)
        return n;
    return n + 1;
}
void tick(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (work(n) < 0)
        return 0;
    tick();
    if (BUG)
        tick();
    return 0;
}
