// bug: -D CASE=1
// bug: -D CASE=2
// bug: -D CASE=3
// bug: -D CASE=4
// proved: -D CASE=5
// Functions that return an object which may have been there before, or that others know by now.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct object {
    int x;
    struct object *next;
};
static struct object *cache, *last;
static struct object *cached(void)
{
    if (!cache)
        cache = malloc(sizeof *cache);
    return cache;
}
static struct object *make(void)
{
    struct object *made = malloc(sizeof *made);
    last = made;
    return made;
}
static struct object *perhaps(struct object *other)
{
    struct object *found = other;
    if (__VERIFIER_nondet_int())
        found = malloc(sizeof *found);
    return found;
}
static void both(struct object **x, struct object **y)
{
    *x = malloc(sizeof **x);
    *y = *x;
}
int main(void)
{
    struct object *p = 0, *q = 0;
    while (__VERIFIER_nondet_int()) {
#if CASE == 1
        p = cached();
        q = cached();
#elif CASE == 2
        q = make();
        p = last;
#elif CASE == 3
        p = make();
        q = perhaps(p);
#elif CASE == 4
        both(&p, &q);
#else
        p = last;
        q = make();
#endif
        if (p)
            assert(p != q);
    }
    return 0;
}
