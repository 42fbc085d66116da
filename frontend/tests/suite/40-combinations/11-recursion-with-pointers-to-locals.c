// stage: run; models: lp64, ilp32; exit: 72
// Addresses of locals of outer activations used in inner ones.
#include <stdio.h>
struct frame { struct frame *up; int v; };
static int depth_sum(struct frame *f) { int s = 0; for (; f; f = f->up) s += f->v; return s; }
static int rec(struct frame *up, int n, int *max) {
    struct frame me = {up, n};
    int s = depth_sum(&me);
    if (s > *max) *max = s;
    if (n > 0) {
        rec(&me, n - 1, max);
        if (up) up->v += 100;
        return rec(&me, n - 2, &me.v) + me.v;
    }
    return s;
}
int main(void) {
    int max = 0, r = rec(0, 4, &max);
    printf("%d %d\n", r, max);
    return r & 0xff;
}
