// stage: run; models: lp64, ilp32; exit: 8
// Each evaluation of a compound literal gives it its initial value again; at file scope it is static.
#include <stdio.h>
struct node { int v; struct node *next; };
static int *g = (int[]){7, 8};
int main(void) {
    int t = 0;
    for (int i = 0; i < 3; i++) {
        int *p = (int[]){i, i * 2};
        p[0] += 10;
        t += p[0] + p[1];
    }
    struct node *l = &(struct node){1, &(struct node){2, &(struct node){3}}};
    for (; l; l = l->next) t = t * 2 + l->v;
    printf("%d\n", t);
    return g[1];
}
