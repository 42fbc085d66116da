// proved: -D BUG=0
// bug: -D BUG=1
// The operation of a compound assignment happens in the wider type.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    unsigned char c = 200, x = __VERIFIER_nondet_uchar();
    c += 100;
    assert(c == 44);
    c = 200;
    c = (c + 100) / 2;
    assert(c == 150);
    signed char s = -1;
    s >>= 1;
    assert(s == -1);
    unsigned u = -8;
    u /= 2;
    assert(u == 0x7ffffffc);
    x *= x;
    assert((x & 3) < 2 + BUG * -1);
    return 0;
}
