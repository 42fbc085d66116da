// proved: -D BUG=0
// bug: -D BUG=1
// What is volatile may change between two reads if it is not ours alone.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    volatile int x = 1;
    x = __VERIFIER_nondet_int();
    int y = x;
    if (y > 3)
        assert(y > 3 + BUG);
    return 0;
}
