// proved: -D BUG=0
// bug: -D BUG=1
// Bytes of a word through a union, little end first.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
union u { unsigned w; unsigned char b[4]; unsigned short h[2]; };
int main(void)
{
    union u u;
    u.w = __VERIFIER_nondet_uint();
    unsigned w = u.w;
    assert(u.b[0] == (w & 255) && u.b[3] == w >> 24);
    u.h[1] = 0x1234;
    assert(u.w == ((w & 0xffff) | 0x12340000));
    u.b[1] = 0;
    assert((u.w & 0xff00) == 0x100 * BUG);
    return 0;
}
