// proved: -D BUG=0
// bug: -D BUG=1
// Small types are promoted before anything is done.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    assert(a + b >= a);
    assert((unsigned char)(a + b) == ((a + b) & 255));
    assert(~a < 0);
    assert(-a <= 0);
    assert((a << 1 >> 1) == a);
    assert((unsigned char)(a << 1) >> 1 == (BUG ? a : a & 127));
    return 0;
}
