// What is known of a number from outside only by what it was compared with: the two comparisons that meet in it say that
// the limit is at most 255, also where the limit was set long before.
// proved: -D BUG=0
// bug: -D BUG=1
unsigned __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_error(void);
static unsigned limit;
static unsigned below(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    if (x > limit) x = 0;
    return x;
}
int main(void)
{
    limit = BUG ? 256 : 255;
    while (__VERIFIER_nondet_int()) {
        unsigned x = __VERIFIER_nondet_uint();
        if (x <= limit && x > 255)
            __VERIFIER_error();
        if (below() > 255)
            __VERIFIER_error();
    }
    return 0;
}
