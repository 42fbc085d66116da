// proved: -D BUG=0
// bug: -D BUG=1
// A word read through a pointer to char, and written.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    if (__VERIFIER_nondet_int())
        return 0;
    int x = 0x01020304;
    unsigned char *p = (unsigned char *)&x;
    assert(p[0] == 4 && p[3] == 1);
    p[2] = 0xff;
    assert(x == 0x01ff0304 + BUG);
    *(short *)(p + 1) = -1;
    assert(x == 0x01ffff04);
    return 0;
}
