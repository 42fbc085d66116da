// stage: run; models: lp64, ilp32; exit: 1
// Circular doubly linked lists as in the kernel.
#include <stddef.h>
#include <stdio.h>
struct list_head { struct list_head *next, *prev; };
#define LIST_HEAD(n) struct list_head n = { &(n), &(n) }
#define list_entry(p, t, m) ((t *)((char *)(p) - offsetof(t, m)))
#define list_for_each_entry(pos, head, m) \
    for (pos = list_entry((head)->next, typeof(*pos), m); &pos->m != (head); \
         pos = list_entry(pos->m.next, typeof(*pos), m))
static void add_between(struct list_head *n, struct list_head *p, struct list_head *q) { q->prev = n; n->next = q; n->prev = p; p->next = n; }
static void list_add(struct list_head *n, struct list_head *h) { add_between(n, h, h->next); }
static void list_add_tail(struct list_head *n, struct list_head *h) { add_between(n, h->prev, h); }
static void list_del(struct list_head *e) { e->prev->next = e->next; e->next->prev = e->prev; }
struct item { int v; struct list_head link; };
int main(void) {
    LIST_HEAD(head);
    struct item it[4] = {{1}, {2}, {3}, {4}}, *p;
    list_add(&it[0].link, &head);
    list_add(&it[1].link, &head);
    list_add_tail(&it[2].link, &head);
    list_add_tail(&it[3].link, &head);
    list_del(&it[0].link);
    int r = 0;
    list_for_each_entry(p, &head, link) r = r * 10 + p->v;
    printf("%d\n", r);
    return head.prev == &it[3].link;
}
