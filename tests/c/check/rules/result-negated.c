// proved: -D BUG=0 --property result.spec
// bug: -D BUG=1 --property result.spec
// The result is kept in a narrower variable before it is looked at.
int __VERIFIER_nondet_int(void);
int probe(int), use(void);
int main(void)
{
    int r = probe(3);
    signed char c = BUG ? r : r < 0 ? -1 : 0;
    if (c >= 0)
        use();
    return 0;
}
