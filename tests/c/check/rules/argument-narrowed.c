// proved: -D BUG=0 --property narrow.spec
// bug: -D BUG=1 --property narrow.spec
// At the call all bits of the argument are seen, in the function those that are left.
int __VERIFIER_nondet_int(void);
static int last;
static void f(unsigned char c) { last = c; }
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n >= 0 && n <= 255 + BUG)
        f(n);
    return 0;
}
