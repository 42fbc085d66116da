// proved: -D BUG=0
// bug: -D BUG=1
// A negative divisor becomes huge where the other operand is unsigned.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    assert(n / -2 <= 1);
    assert(n % -1 == n || n == 0xffffffff);
    assert((int)(n / 2) >= BUG);
    return 0;
}
