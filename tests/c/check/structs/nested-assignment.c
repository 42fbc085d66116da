// proved: -D BUG=0
// bug: -D BUG=1
// Assigning an inner structure leaves the rest alone.
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct in { char a, b; };
struct out { int x; struct in i[2]; int y; };
int main(void)
{
    if (__VERIFIER_nondet_int())
        return 0;
    struct out o = { 1, { { 2, 3 }, { 4, 5 } }, 6 };
    struct in n = { 7, 8 };
    o.i[1] = n;
    o.i[0] = o.i[1];
    o.i[1].a = 0;
    assert(o.x == 1 && o.y == 6 && o.i[1].a == 0);
    assert(o.i[0].a == 7 && o.i[0].b == 8 + BUG);
    return 0;
}
