// stage: run; models: lp64, ilp32; exit: 158
// A binary search tree on the heap, inserted, walked and freed.
#include <stdio.h>
#include <stdlib.h>
struct node { int k; struct node *l, *r; };
static struct node *ins(struct node *t, int k) {
    if (!t) { t = malloc(sizeof *t); *t = (struct node){.k = k}; return t; }
    if (k < t->k) t->l = ins(t->l, k);
    else if (k > t->k) t->r = ins(t->r, k);
    return t;
}
static int walk(const struct node *t, int depth, int *max) {
    if (!t) return 0;
    if (depth > *max) *max = depth;
    int n = walk(t->l, depth + 1, max);
    printf("%d ", t->k);
    return n + 1 + walk(t->r, depth + 1, max);
}
static void drop(struct node *t) { if (t) { drop(t->l); drop(t->r); free(t); } }
int main(void) {
    struct node *t = 0;
    int max = 0, seed = 17;
    for (int i = 0; i < 15; i++) { seed = (seed * 37 + 11) % 101; t = ins(t, seed); }
    int n = walk(t, 1, &max);
    printf("\n%d %d\n", n, max);
    drop(t);
    return n * 10 + max;
}
