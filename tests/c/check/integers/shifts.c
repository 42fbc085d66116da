// proved: -D BUG=0
// bug: -D BUG=1
// Shifts: right of a negative number keeps its sign; the type is that of the left operand.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
    if (k < 0 || k > 31)
        return 0;
    assert((n >> 31) == (n < 0 ? -1 : 0));
    assert(((unsigned)n >> 31) == (n < 0));
    assert((1u << k) != 0);
    assert((unsigned char)(1 << k) == (k < 8 ? 1 << k : 0));
    assert((1u << k >> k) == 1 + (BUG && k == 31));
    return 0;
}
