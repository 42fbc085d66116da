// proved: -D BUG=0
// bug: -D BUG=1
// memcpy and memset of some bytes leave those beside them as they are, and write what they are told.
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
unsigned long __VERIFIER_nondet_ulong(void);
int main(void)
{
    unsigned char from[8], to[16];
    int mode = 3;
    unsigned long n = __VERIFIER_nondet_ulong();
    from[0] = (unsigned char)__VERIFIER_nondet_int();
    from[2] = (unsigned char)__VERIFIER_nondet_int();
    to[3] = 9;
    to[10] = 8;
    if (n < 3 || n > 6 + BUG)
        return 0;
    int *beside = __VERIFIER_nondet_int() ? &mode : (int *)0;
    memcpy(to + 4, from, n);
    assert(to[3] == 9);
    assert(to[10] == 8);
    assert(to[4] == from[0] && to[6] == from[2]);
    memset(to, 5, n - BUG);
    assert(to[2] == 5);
    assert(!beside || *beside == 3);
    return 0;
}
