// proved: -D BUG=0
// bug: -D BUG=1
// Words of 64 bits: products and halves.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned a = __VERIFIER_nondet_uint();
    unsigned long long w = (unsigned long long)a * 2, v = a * 2;
    assert((unsigned)w == (unsigned)v);
    assert((w >> 32) == (a >> 31));
    assert((v >> 32) == BUG);
    return 0;
}
