// stage: run; models: lp64, ilp32; exit: 9
// A later initialiser for the same element replaces the earlier one.
#include <stdio.h>
struct in { int x, y; };
struct s { int a; struct in i; int v[3]; };
static struct s g = {.a = 1, .i = {2, 3}, .i.y = 9, .v = {1, 2, 3}, .v[1] = 20, .a = 100};
int main(void) {
    printf("%d %d %d %d %d %d\n", g.a, g.i.x, g.i.y, g.v[0], g.v[1], g.v[2]);
    int a[3] = {1, 2, 3, [0] = 7, 8};
    printf("%d %d %d\n", a[0], a[1], a[2]);
    struct s h = {.i.x = 4, .i = {.y = 5}};
    printf("%d %d\n", h.i.x, h.i.y);
    return g.i.y;
}
