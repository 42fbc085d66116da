// unknown: -D BUG=0
// bug: -D BUG=1
// Structures with arrays are copied whole; the index is an input.
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct s { int n; int v[3]; };
static struct s set(struct s s, int i, int x) { s.v[i] = x; return s; }
int main(void)
{
    struct s a = { 0, { 1, 2, 3 } };
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 2)
        return 0;
    struct s b = set(a, i, 9);
    assert(b.v[i] == 9);
    assert(a.v[i] == i + 1);
    assert(b.v[(i + 1) % 3] == (i + 1) % 3 + 1 + BUG * (i == 2));
    return 0;
}
