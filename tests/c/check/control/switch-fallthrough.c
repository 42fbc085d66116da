// proved: -D BUG=0
// bug: -D BUG=1
// Fallthrough, default in the middle, and a case that is never met.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int f(int n)
{
    int r = 0;
    switch (n) {
    case 1:
        r += 1;
    default:
        r += 10;
    case 2:
        r += 100;
        break;
    case -1:
        r = -1;
    }
    return r;
}
int main(void)
{
    int n = __VERIFIER_nondet_int(), r = f(n);
    if (n == 1)
        assert(r == 111);
    else if (n == 2)
        assert(r == 100);
    else
        assert(n == -1 ? r == -1 : r == 110 + BUG);
    return 0;
}
