// proved: -D BUG=0
// bug: -D BUG=1
// A structure as the result of a function, and a member of the result.
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct pair { int lo, hi; };
static struct pair order(int a, int b)
{
    struct pair p = { a, b };
    if (a > b) {
        p.lo = b;
        p.hi = a;
    }
    return p;
}
int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    struct pair p = order(a, b);
    assert(p.lo <= p.hi);
    assert(order(a, b).hi >= a + (BUG && a == 77));
    return 0;
}
