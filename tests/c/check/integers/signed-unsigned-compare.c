// proved: -D BUG=0
// bug: -D BUG=1
// A comparison of int and unsigned is one of unsigned; with long it is not.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned u = 1;
    unsigned short s = 1;
    if (n < 0) {
        assert(n > u);
        assert(n < s);
        assert(n < (long long)u);
        assert((n < sizeof(int)) == BUG);
    }
    return 0;
}
