// proved: -D BUG=0
// bug: -D BUG=1
// Whatever is not zero becomes 1.
#include <assert.h>
#include <stdbool.h>
int __VERIFIER_nondet_int(void);
static int g;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    bool b = n;
    assert(b == !!n && b + b <= 2);
    b = n & 0x100;
    assert(b == (n >> 8 & 1));
    b = &g;
    assert(b);
    b--;
    b--;
    assert(b == 1);
    b = false;
    b -= 1;
    b += n & 1;
    assert(b == 1 - BUG);
    return 0;
}
