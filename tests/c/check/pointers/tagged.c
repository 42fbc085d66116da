// proved: -D BUG=0
// bug: -D BUG=1
// The lowest bit of an aligned pointer is used as a flag.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int a, b;
int main(void)
{
    int flag = __VERIFIER_nondet_int() & 1;
    unsigned long t = (unsigned long)&a | flag;
    if (t & 1)
        b = 1;
    int *p = (int *)(t & ~1ul);
    *p = 3;
    assert(a == 3);
    assert(b == (BUG ? 0 : flag));
    return 0;
}
