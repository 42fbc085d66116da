// proved: -D BUG=0 --data-model ilp32
// bug: -D BUG=1 --data-model ilp32
// long has 32 bits, and a comparison of long with unsigned is one of unsigned.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    long n = __VERIFIER_nondet_int();
    assert(sizeof n == 4 && sizeof &n == 4);
    assert(n >= 0 || n > 1u);
    assert((n < 5u) == (n >= 0 && n < 5) + BUG * (n == 3));
    return 0;
}
