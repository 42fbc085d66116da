// proved: -D BUG=0
// bug: -D BUG=1
// Two parameters may be the same object.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int f(int *p, int *q)
{
    *p = 1;
    *q = 2;
    return *p;
}
int main(void)
{
    int a, b, same = __VERIFIER_nondet_int();
    int r = same ? f(&a, &a) : f(&a, &b);
    assert(r == (same ? 2 : 1 + BUG));
    return 0;
}
