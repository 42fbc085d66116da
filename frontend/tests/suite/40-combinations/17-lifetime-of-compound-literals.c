// stage: run; models: lp64, ilp32; exit: 111
// Compound literals live to the end of the enclosing block, and are rebuilt on each pass.
#include <stdio.h>
struct v { int x; struct v *prev; };
static int sum(struct v *v) { return v ? v->x + sum(v->prev) : 0; }
int main(void) {
    struct v *top = 0;
    top = &(struct v){1, top};
    top = &(struct v){2, top};
    top = &(struct v){3, &(struct v){10, top}};
    int r = sum(top);
    for (int i = 0; i < 3; i++) {
        struct v *l = &(struct v){i, top};
        l->x += 100;
        r += sum(l);
    }
    int (*grid)[2] = (int[][2]){{1, 2}, {3, 4}, {5}};
    printf("%d %d %d\n", r, grid[1][0], grid[2][1]);
    return r & 0xff;
}
