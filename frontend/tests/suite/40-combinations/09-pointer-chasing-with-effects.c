// stage: run; models: lp64, ilp32; exit: 42
// Lists walked by pointer to pointer, deleting on the way.
#include <stdio.h>
struct n { int v; struct n *next; };
static struct n pool[8], *head;
static void drop_if(int (*p)(int)) { for (struct n **pp = &head; *pp;) if (p((*pp)->v)) *pp = (*pp)->next; else pp = &(*pp)->next; }
static int odd(int x) { return x & 1; }
static int big(int x) { return x > 5; }
static void insert(struct n *x) { struct n **pp = &head; while (*pp && (*pp)->v < x->v) pp = &(*pp)->next; x->next = *pp; *pp = x; }
int main(void) {
    int order[] = {4, 1, 7, 2, 6, 3, 5, 8};
    for (int i = 0; i < 8; i++) insert((pool[i].v = order[i], &pool[i]));
    for (struct n *p = head; p; p = p->next) printf("%d ", p->v);
    drop_if(odd);
    drop_if(big);
    for (struct n *p = head; p; p = p->next) printf("%d ", p->v);
    puts("");
    return head->next->v * 10 + head->v;
}
