// stage: run; models: lp64, ilp32; exit: 15
// Hash lists with a pointer to the previous next pointer.
#include <stdio.h>
struct hnode { struct hnode *next, **pprev; int key; };
static struct hnode *table[4];
static void add(struct hnode *n) {
    struct hnode **h = &table[n->key & 3];
    n->next = *h;
    if (*h) (*h)->pprev = &n->next;
    *h = n;
    n->pprev = h;
}
static void del(struct hnode *n) { *n->pprev = n->next; if (n->next) n->next->pprev = n->pprev; }
int main(void) {
    struct hnode n[6];
    for (int i = 0; i < 6; i++) { n[i].key = i * 3; add(&n[i]); }
    del(&n[4]);
    del(&n[0]);
    for (int b = 0; b < 4; b++, puts(""))
        for (struct hnode *p = table[b]; p; p = p->next) printf("%d ", p->key);
    return table[3]->key;
}
