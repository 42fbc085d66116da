// proved: -D BUG=0
// bug: -D BUG=1
// A table of functions, one entry of which is set later.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int inc(int n) { return n + 1; }
static int dec(int n) { return n - 1; }
static int zero(int n) { (void)n; return 0; }
static int (*ops[3])(int) = { inc, dec };
int main(void)
{
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 2)
        return 0;
    ops[2] = zero;
    assert(ops[i](5) == (i == 0 ? 6 : i == 1 ? 4 : BUG));
    return 0;
}
