// proved: -D BUG=0
// bug: -D BUG=1
// Types of constants and of sizeof.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    if (__VERIFIER_nondet_int())
        return 0;
    unsigned zero = 0;
    int minus = -1;
    assert(sizeof 'a' == sizeof(int));
    assert(2147483648 > 0);
    assert(-2147483648 < 0);
    assert(0x80000000 > 0);
    assert(-0x80000000 > 0);
    assert(sizeof(0xffffffff) == 4 && sizeof(4294967295) == 8 - 0);
    assert(minus < zero == BUG);
    assert(sizeof(char[3]) - 4 > 0);
    return 0;
}
