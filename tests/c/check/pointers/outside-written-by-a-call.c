// proved: -D BUG=0 --entry run --predicates outside-written-by-a-call.txt
// bug: -D BUG=1 --entry run --predicates outside-written-by-a-call.txt
// A call writes memory outside, and its caller's predicates know.
#include <assert.h>
struct counter { int value; };
static void add(struct counter *c, int n) { c->value += n; }
void run(struct counter *p)
{
    if (!p)
        return;
    p->value = 1;
    add(p, BUG);
    assert(p->value == 1);
}
