// proved: -D BUG=0
// bug: -D BUG=1
// From one member to the one before it, by arithmetic on its address.
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct s { int a, b; };
static struct s g;
static void f(int *b) { b[-1] = 3; }
int main(void)
{
    if (__VERIFIER_nondet_int())
        f(&g.b);
    assert(g.b == 0);
    assert(g.a == 0 || g.a == 3 + BUG);
    return 0;
}
