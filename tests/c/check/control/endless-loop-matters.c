// proved: -D BUG=0
// bug: -D BUG=1
// The loop ends only for even numbers; it is not part of what the assertion reads.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), m = n;
    while (n & 1)
        n += 2;
    assert((m & 1) == (BUG ? 1 : 0));
    return 0;
}
