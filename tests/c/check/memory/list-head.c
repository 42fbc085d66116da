// bug: -D BUG=1
// The kernel's doubly linked list: add and remove.
#include <assert.h>
struct list_head { struct list_head *next, *prev; };
int __VERIFIER_nondet_int(void);
static void add(struct list_head *n, struct list_head *h)
{
    n->next = h->next;
    n->prev = h;
    h->next->prev = n;
    h->next = n;
}
static void del(struct list_head *n)
{
    n->prev->next = n->next;
    n->next->prev = n->prev;
}
int main(void)
{
    struct list_head h = { &h, &h }, a, b;
    add(&a, &h);
    add(&b, &h);
    assert(h.next == &b && b.next == &a && a.next == &h);
    del(&b);
    assert(h.next == &a && a.prev == &h);
    if (__VERIFIER_nondet_int())
        del(&a);
    assert(h.next == &h || h.prev == (BUG ? &b : &a));
    return 0;
}
