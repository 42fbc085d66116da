// stage: run; models: lp64, ilp32; exit: 24
// Initialisers of an aggregate run in the order of the members, not of the designators.
#include <stdio.h>
static int t(int x) { printf("%d ", x); return x; }
int main(void) {
    int a[3] = {t(1), t(2), t(3)};
    struct { int x, y, z; } s = {.z = t(4), .x = t(5), .y = t(6)};
    int b = t(7), c = b + t(8), d[] = {t(9) + c};
    printf("\n%d %d %d %d %d\n", a[2], s.x, s.z, c, d[0]);
    return d[0];
}
