// stage: run; models: lp64, ilp32; exit: 12
// Initialisers and declarators see the effects of those before them.
#include <stdio.h>
static int x;
static int g(void) { x += 10; return x; }
struct s { int v, w, u; };
int main(void) {
    x = 1;
    int z[3] = {x, g(), x};
    printf("%d %d %d\n", z[0], z[1], z[2]);
    x = 1;
    struct s t = {.u = x, .v = g(), .w = x};
    printf("%d %d %d\n", t.v, t.w, t.u);
    x = 1;
    int y = x, w = (g(), y + x), q[] = {[1] = x, [0] = g()};
    printf("%d %d %d %d\n", y, w, q[0], q[1]);
    x = 1;
    y = x == g() || x == 11;
    return y + x;
}
