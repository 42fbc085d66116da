// stage: run; models: lp64, ilp32; exit: 15
// Rows, slices and flattened views of one array.
#include <stdio.h>
static int g[3][2][2] = {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}, {{9, 10}, {11, 12}}};
static int sum(int (*p)[2], int n) { int s = 0; while (n--) { s += (*p)[0] - (*p)[1] * 2; p++; } return s; }
int main(void) {
    int (*a)[2][2] = g, (*b)[2] = g[1], *c = *g[2];
    printf("%d %d %d\n", sum(*g, 2), sum(&g[1][0], 1), sum(g[2] + 1, 1));
    printf("%d %d %d %d\n", (*++a)[1][0], b[1][1], c[1], *(*(*(g + 2) + 1) + 1));
    printf("%d %d\n", (int)(a - g), (int)(&g[2][1][1] - &g[0][0][0]));
    b = a[1];
    b[0][1] += b[1][0]++;
    int (*d)[3][2][2] = &g;
    printf("%d %d %d\n", (*d)[2][0][1], g[2][1][0], (int)(sizeof *d / sizeof **d));
    return ***g + ***a + **b;
}
