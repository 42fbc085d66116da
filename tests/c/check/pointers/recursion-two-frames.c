// bug: -D BUG=1
// Locals of two frames of one function are different objects.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int *first;
static int f(int depth)
{
    int x = depth;
    if (depth == 1) {
        first = &x;
        int r = f(0);
        return x * 10 + r;
    }
    *first = 7;
    return x;
}
int main(void)
{
    assert(f(1) == 70 + BUG);
    return 0;
}
