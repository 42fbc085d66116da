// proved: -D BUG=0
// bug: -D BUG=1
// Two structures with the same beginning, one seen as the other.
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct base { int type; };
struct derived { struct base b; int x; };
struct other { int type, y; };
static struct derived g;
static void f(struct base *b) { ((struct other *)b)->y = 1; }
int main(void)
{
    if (__VERIFIER_nondet_int())
        f(&g.b);
    assert(g.x == 0 || g.x == 1 + BUG);
    return 0;
}
