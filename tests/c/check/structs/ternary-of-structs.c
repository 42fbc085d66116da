// proved: -D BUG=0
// bug: -D BUG=1
// A conditional whose operands are structures.
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct s { int a, b; };
int main(void)
{
    struct s x = { 1, 2 }, y = { 3, 4 };
    int c = __VERIFIER_nondet_int();
    struct s z = c ? x : y;
    z.a++;
    assert(z.a == (c ? 2 : 4) && x.a == 1 && y.a == 3);
    assert((c ? x : y).b == z.b + BUG * (c == 5));
    return 0;
}
