// proved: -D BUG=0
// bug: -D BUG=1
// Globals without an initialiser are zero.
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct s { int a; struct s *p; char c[3]; };
static struct s g;
struct s tentative;
struct s tentative;
static int a[100];
int main(void)
{
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i >= 100)
        return 0;
    assert(!g.p && !g.c[2] && tentative.a == 0);
    a[7] = BUG;
    assert(a[i] == 0);
    return 0;
}
