// proved: -D BUG=0 --property counter.spec
// bug: -D BUG=1 --property counter.spec
// A counter of the rule, at most two deep.
int __VERIFIER_nondet_int(void);
void get(void), put(void);
static void inner(void) { get(); put(); }
int main(void)
{
    get();
    inner();
    if (__VERIFIER_nondet_int()) {
        get();
        if (BUG)
            inner();
        put();
    }
    put();
    return 0;
}
