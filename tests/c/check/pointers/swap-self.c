// proved: -D BUG=0
// bug: -D BUG=1
// Swapping an object with itself by exclusive or makes it zero.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static void swap(int *p, int *q) { *p ^= *q; *q ^= *p; *p ^= *q; }
int main(void)
{
    int a[2] = { 5, 6 };
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 1)
        return 0;
    swap(&a[0], &a[i]);
    assert(i ? a[0] == 6 && a[1] == 5 : a[0] == 5 * BUG);
    return 0;
}
