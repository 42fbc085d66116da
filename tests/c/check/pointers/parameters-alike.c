// bug: -D CASE=1 --entry run
// bug: -D CASE=2 --entry run
// bug: -D CASE=3 --entry run
// proved: -D CASE=4 --entry run
// Objects behind parameters may be one, a part of the other, or neighbours in an array: each is what main does.
#include <assert.h>
struct inner { int x; };
struct outer { int a, b; struct inner in; };
#if CASE == 1
void run(struct outer *p, struct outer *q)
{
    p->a = 1;
    q->a = 2;
    assert(p->a == 1);
}
int main(void) { struct outer o = { 0 }; run(&o, &o); return 0; }
#elif CASE == 2
void run(struct outer *p, struct inner *q)
{
    p->in.x = 1;
    q->x = 2;
    assert(p->in.x == 1);
}
int main(void) { struct outer o = { 0 }; run(&o, &o.in); return 0; }
#elif CASE == 3
void run(struct outer *p, struct outer *q)
{
    struct outer *next = p + 1;
    next->a = 1;
    q->a = 2;
    assert(next->a == 1);
}
int main(void) { struct outer o[2] = { { 0 } }; run(o, o + 1); return 0; }
#else
void run(struct outer *p, struct outer *q)
{
    p->a = 1;
    q->b = 2;
    assert(p->a == 1);
}
int main(void) { struct outer o = { 0 }; run(&o, &o); return 0; }
#endif
