// proved: -D BUG=0
// bug: -D BUG=1
// 128 bits.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned __int128 a = __VERIFIER_nondet_uint();
    unsigned __int128 b = a << 90;
    assert((b >> 90) == a);
    assert((unsigned long long)(b >> 64) == (unsigned long long)(a << 26));
    __int128 c = -(__int128)a;
    assert(c <= 0);
    assert((c >> 127) == (a ? -1 + BUG : 0));
    return 0;
}
