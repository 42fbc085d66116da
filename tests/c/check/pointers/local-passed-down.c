// proved: -D BUG=0
// bug: -D BUG=1
// A pointer to a local is passed down two levels and written there.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static void set(int *p, int v) { *p = v; }
static void relay(int *p, int v) { set(p, v + 1); }
int main(void)
{
    int x = 0, y = 7, v = __VERIFIER_nondet_int();
    if (v < 0 || v > 100)
        return 0;
    relay(&x, v);
    assert(x == v + 1 && y == 7 + BUG);
    return 0;
}
