// proved: -D BUG=0
// bug: -D BUG=1
// From a member back to its structure.
#include <assert.h>
#include <stddef.h>
int __VERIFIER_nondet_int(void);
struct list { struct list *next; };
struct dev { int id; struct list link; int state; };
#define container_of(p, t, m) ((t *)((char *)(p) - offsetof(t, m)))
static void start(struct list *l) { container_of(l, struct dev, link)->state = 2; }
int main(void)
{
    if (__VERIFIER_nondet_int())
        return 0;
    struct dev a = { 1, { 0 }, 0 }, b = { 2, { &a.link }, 0 };
    start(b.link.next);
    assert(a.state == 2 && b.state == 0);
    assert(container_of(b.link.next, struct dev, link)->id == 1 + BUG);
    return 0;
}
