// proved: -D BUG=0
// bug: -D BUG=1
// Unsigned arithmetic wraps; a narrow type wraps when it is stored.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned short s = n;
    unsigned short before = s++;
    assert(s == (unsigned short)(before + 1));
    assert(s != 0 || before == 65535);
    assert(n + 1 > n || n == -1u);
    assert(n - 1 < n || n == BUG);
    return 0;
}
