// proved: -D BUG=0
// bug: -D BUG=1
// Narrowing and widening, with and without sign.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    short s = n;
    unsigned short u = n;
    long long l = u;
    assert((short)u == s);
    assert(l >= 0 && l <= 65535);
    assert((int)(unsigned)n == n);
    assert((unsigned long long)n == (unsigned long long)(long long)n);
    assert((unsigned long long)(unsigned)n >> 32 == 0);
    assert((unsigned long long)s >> 63 == (s < 0) + BUG * (s == -2));
    return 0;
}
