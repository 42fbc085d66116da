// proved: -D BUG=0
// bug: -D BUG=1
// The distance from the null pointer is an address.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int x, y;
int main(void)
{
    long distance = (char *)(__VERIFIER_nondet_int() ? &x : &y) - (char *)0;
    *(int *)distance = 5;
    assert(x + y == 5);
    assert(!BUG || x == 0);
    return 0;
}
