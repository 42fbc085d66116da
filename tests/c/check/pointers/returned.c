// proved: -D BUG=0
// bug: -D BUG=1
// A function returns one of two addresses it was given.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int *larger(int *p, int *q) { return *p > *q ? p : q; }
int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int *p = larger(&a, &b);
    assert(*p >= a && *p >= b);
    *p = 0;
    assert(a == 0 || b == (BUG ? 1 : 0));
    return 0;
}
