// stage: run; models: lp64, ilp32; exit: 10
// Three levels of indirection.
#include <stdio.h>
static void set(int **pp, int *to) { *pp = to; }
int main(void) {
    int x = 1, y = 2, *p = &x, **pp = &p, ***ppp = &pp;
    ***ppp = 10;
    printf("%d\n", x);
    set(*ppp, &y);
    printf("%d %d\n", *p, ***ppp);
    **pp += 5;
    int *q = *pp;
    *ppp = &q;
    q = &x;
    printf("%d %d %d\n", ***ppp, *p, y);
    return **pp;
}
