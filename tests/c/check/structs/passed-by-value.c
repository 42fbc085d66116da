// proved: -D BUG=0
// bug: -D BUG=1
// What the callee does to its copy is not seen by the caller.
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct s { int a, b; };
static int f(struct s v) { v.a += v.b; v.b = 0; return v.a; }
int main(void)
{
    if (__VERIFIER_nondet_int())
        return 0;
    struct s x = { 2, 3 };
    int r = f(x);
    assert(x.a == 2 && x.b == 3);
    assert(r == 5 + BUG);
    return 0;
}
