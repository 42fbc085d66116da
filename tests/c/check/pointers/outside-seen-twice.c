// bug: -D CASE=1 --entry run
// bug: -D CASE=2 --entry run
// bug: -D CASE=3 --entry run
// bug: -D CASE=4 --entry run
// proved: -D CASE=5 --entry run
// Memory outside that is written in one way and read in another.
#include <assert.h>
struct a { int x; };
struct b { int y; };
union u { int i; char c[4]; };
#if CASE == 1
void run(struct a *p)
{
    struct b *q = (struct b *)p;
    p->x = 1;
    q->y = 2;
    assert(p->x == 1);
}
#elif CASE == 2
void run(struct a *p, int *q)
{
    p->x = 1;
    *q = 2;
    assert(p->x == 1);
}
#elif CASE == 3
void run(union u *p)
{
    p->i = 1;
    p->c[0] = 2;
    assert(p->i == 1);
}
#elif CASE == 4
void run(union u *p, int *q)
{
    p->c[0] = 1;
    *q = 2;
    assert(p->c[0] == 1);
}
#else
void run(struct a *p, struct b *q)
{
    p->x = 1;
    q->y = 2;
    assert(p->x == 1);
}
#endif
