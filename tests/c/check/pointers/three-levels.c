// proved: -D BUG=0
// bug: -D BUG=1
// Three levels of pointers; the middle one is swapped.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    if (__VERIFIER_nondet_int())
        return 0;
    int a = 1, b = 2;
    int *p = &a, *q = &b;
    int **pp = &p, **qq = &q;
    int ***t = &pp;
    *t = qq;
    ***t = 5;
    **t = &a;
    ***t = 6;
    assert(b == 5);
    assert(a == 6);
    assert(*q == 6 + BUG);
    return 0;
}
