// proved: -D BUG=0
// bug: -D BUG=1
// Division truncates towards zero, the remainder has the sign of the dividend.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n > 1000 || n < -1000)
        return 0;
    int q = n / 4, r = n % 4;
    assert(q * 4 + r == n);
    assert(r > -4 && r < 4);
    assert(n >= 0 || r <= 0);
    assert(n >= 0 || (n >> 2) == q - (r != 0) + BUG * (n == -7));
    return 0;
}
