// bug: -D BUG=1
// A pointer that is copied byte by byte still points.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int a = 1, b = 2;
int main(void)
{
    int *p = __VERIFIER_nondet_int() ? &a : &b, *q;
    for (unsigned i = 0; i < sizeof p; i++)
        ((char *)&q)[i] = ((char *)&p)[i];
    *q = 5;
    assert(*p == 5);
    assert(a == 5 || a == 1 + BUG);
    return 0;
}
