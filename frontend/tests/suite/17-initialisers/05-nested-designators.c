// stage: run; models: lp64, ilp32; exit: 17
// Designators reach into nested aggregates.
#include <stdio.h>
struct p { int x, y; };
struct box { struct p corner[2]; struct { char tag; int w[2]; } in; };
static struct box g[] = {[1].corner[1].y = 5, [0] = {.in.w[1] = 7, .corner[0] = {1, 2}}, [2].in = {'t', {3}}};
int main(void) {
    printf("%d %d %d\n", (int)(sizeof g / sizeof *g), g[1].corner[1].y, g[0].in.w[1]);
    printf("%d %d %c %d\n", g[0].corner[0].x, g[0].corner[0].y, g[2].in.tag, g[2].in.w[0]);
    struct box l = {.corner[1] = {.y = 8}, .in = {.w = {[1] = 9}}};
    return l.corner[1].y + l.in.w[1] + l.corner[1].x;
}
