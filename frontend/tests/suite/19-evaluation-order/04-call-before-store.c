// stage: run; models: lp64, ilp32; exit: 40
// A call on the right completes before the store on the left.
#include <stdio.h>
static int g;
static int bump(void) { g += 5; return g; }
int main(void) {
    int a[4] = {0};
    g = bump() + 1;
    printf("%d\n", g);
    a[1] = bump();
    printf("%d %d\n", a[1], g);
    g = 10;
    int x = bump() + g;
    printf("%d\n", x);
    struct { int v; } s = {0}, *p = &s;
    p->v = bump() * 2;
    return p->v;
}
