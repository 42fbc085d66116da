// proved: -D BUG=0
// bug: -D BUG=1
// A parameter points to a global that the callee also writes by name.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int g, other;
static int f(int *p)
{
    g = 3;
    *p = 4;
    return g;
}
int main(void)
{
    int c = __VERIFIER_nondet_int();
    int r = f(c ? &g : &other);
    assert(c ? r == 4 : r == 3 + BUG);
    return 0;
}
