// proved: -D BUG=0 --data-model lp64
// bug: -D BUG=1 --data-model lp64
// long has 64 bits.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    long l = n;
    unsigned long u = n;
    assert(sizeof l == 8);
    assert(l * 4 / 4 == n);
    assert(n >= 0 || u > 0xffffffff);
    assert((unsigned)n < l == (n < 0 ? 0 : BUG));
    return 0;
}
