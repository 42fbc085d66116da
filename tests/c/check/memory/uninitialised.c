// proved: -D BUG=0
// bug: -D BUG=1
// A local that was never set holds anything.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    if (__VERIFIER_nondet_int())
        return 0;
    int x, y = 3;
    if (BUG)
        y = x;
    assert(y == 3);
    return 0;
}
