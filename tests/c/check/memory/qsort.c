// proved: -D BUG=0
// qsort calls back, and changes the array.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static int calls, a[2] = { 2, 1 };
static int cmp(const void *p, const void *q) { calls++; return *(const int *)p - *(const int *)q; }
int main(void)
{
    if (__VERIFIER_nondet_int())
        return 0;
    int b = 4;
    if (BUG)
        qsort(a, 2, sizeof *a, cmp);
    assert(b == 4 && calls == 0);
    return 0;
}
