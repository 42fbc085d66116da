// bug: -D BUG=1
// A list built and walked.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node { struct node *next; int v; };
static struct node *push(struct node *head, int v)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    n->next = head;
    n->v = v;
    return n;
}
int main(void)
{
    struct node *l = push(push(0, 1), 2);
    assert(l->v == 2 && l->next->v == 1);
    assert(!l->next->next);
    if (__VERIFIER_nondet_int())
        l = l->next;
    assert(l->v == 1 || l->next->v == 1 + BUG);
    return 0;
}
