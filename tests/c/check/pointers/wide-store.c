// proved: -D BUG=0
// bug: -D BUG=1
// One store of eight bytes writes four members.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static struct { short a, b, c, d; } g;
int main(void)
{
    if (__VERIFIER_nondet_int())
        *(long long *)&g = 0x0001000200030004LL;
    assert(g.b == 0 || (g.b == 3 && g.d == 1));
    assert(g.a == 0 || g.a == 4 + BUG);
    return 0;
}
