// proved: -D BUG=0
// bug: -D BUG=1
// Pointers that walk an array, and their difference.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    short a[6] = { 1, 2, 3, 4, 5, 6 };
    short *p = a, *end = a + 6;
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n >= 6)
        return 0;
    p += n;
    assert(end - p == 6 - n);
    assert(*p == n + 1 + (BUG && n == 4));
    assert((char *)end - (char *)p == 2 * (6 - n));
    return 0;
}
