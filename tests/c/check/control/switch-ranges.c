// proved: -D BUG=0
// bug: -D BUG=1
// Ranges of cases, with long long.
#include <assert.h>
long __VERIFIER_nondet_long(void);
int main(void)
{
    long long n = __VERIFIER_nondet_long();
    int r;
    switch (n) {
    case -5 ... -1: r = 1; break;
    case 0: r = 0; break;
    case 1 ... 0x100000000: r = 2; break;
    default: r = 3;
    }
    assert((r == 1) == (n < 0 && n >= -5));
    assert((r == 2) == (n > 0 && n <= 0x100000000 - BUG * 0x100));
    return 0;
}
