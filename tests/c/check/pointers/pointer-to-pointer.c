// proved: -D BUG=0
// bug: -D BUG=1
// The target is chosen through a pointer to a pointer.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static void redirect(int **pp, int *to) { *pp = to; }
int main(void)
{
    int a = 1, b = 2, *p = &a, **pp = &p;
    if (__VERIFIER_nondet_int())
        redirect(pp, &b);
    **pp = 9;
    assert(p == &a ? a == 9 && b == 2 : a == 1 && b == 9 + BUG);
    return 0;
}
