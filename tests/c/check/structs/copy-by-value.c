// proved: -D BUG=0
// bug: -D BUG=1
// A copy is independent of the original.
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct s { int a; char b; short c[2]; };
int main(void)
{
    struct s x = { __VERIFIER_nondet_int(), 1, { 2, 3 } }, y = x;
    y.c[1] = 9;
    x.b = 4;
    assert(y.a == x.a && y.b == 1 && y.c[0] == 2);
    assert(x.c[1] == 3 + BUG);
    return 0;
}
