// proved: -D BUG=0 --property result.spec
// bug: -D BUG=1 --property result.spec
// The result of a function decides whether the next may be called.
int __VERIFIER_nondet_int(void);
int probe(int), use(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (probe(n) >= 0 - BUG)
        use();
    return 0;
}
