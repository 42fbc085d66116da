// proved: -D BUG=0
// bug: -D BUG=1
// Designated initialisers, out of order, overlapping and with ranges.
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct s { int a, b[3], c; };
static struct s g = { .c = 4, .b = { [2] = 9, [0] = 1 }, .b[1] = 5 };
static int r[6] = { [1 ... 3] = 7, 8, [0] = 1 };
int main(void)
{
    if (__VERIFIER_nondet_int())
        return 0;
    struct s l = { .b[1] = 2, 3, 4 };
    assert(g.a == 0 && g.b[0] == 1 && g.b[1] == 5 && g.b[2] == 9 && g.c == 4);
    assert(l.a == 0 && l.b[0] == 0 && l.b[1] == 2 && l.b[2] == 3 && l.c == 4);
    assert(r[0] == 1 && r[3] == 7 && r[4] == 8);
    assert(r[5] == BUG);
    return 0;
}
