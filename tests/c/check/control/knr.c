// proved: -D BUG=0
// bug: -D BUG=1
// An old-style definition: arguments are promoted, parameters are narrowed.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int f(c, n)
    unsigned char c;
    int n;
{
    return c + n;
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n != 256 && n != 5)
        return 0;
    assert(f(n, 1) == (n == 5 ? 6 : 1 + BUG));
    return 0;
}
