// proved: -D BUG=0
// bug: -D BUG=1
// An array of pointers, indexed by an input.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    int a = 0, b = 0, c = 0;
    int *all[3] = { &a, &b, &c };
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 2)
        return 0;
    *all[i] = 1;
    assert(a + b + c == 1);
    assert((i == 1) == (b == 1));
    all[2] = all[0];
    *all[2] = 8;
    assert(c == (i == 2) + BUG);
    return 0;
}
