// bug: --entry f -D BITS=8
// unknown: --entry f -D BITS=3
// Structures that a function is given lie where their type asks, and no more is certain.
#include <assert.h>
struct a { int x[20]; };
struct b { int y[20]; };
void f(struct a *p, struct b *q)
{
    p->x[0] = 1;
    q->y[0] = 2;
    assert(((unsigned long)p & BITS) == 0);
    assert(p->x[0] == 1);
}
