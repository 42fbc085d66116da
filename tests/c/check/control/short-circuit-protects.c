// proved: -D BUG=0
// bug: -D BUG=1
// The right operand is evaluated only where the left one allows it.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int n;
static int inc(void) { return ++n; }
int main(void)
{
    int x = __VERIFIER_nondet_int();
    int r = (x > 0 && inc()) | (x < 0 || inc());
    assert(n == (x > 0 ? 2 : x < 0 ? 0 : 1 + BUG));
    assert(r == 1);
    return 0;
}
