// stage: run; models: lp64, ilp32; exit: 42
// qsort with comparison functions in both directions.
#include <stdio.h>
#include <stdlib.h>
static int up(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return (x > y) - (x < y); }
static int down(const void *a, const void *b) { return up(b, a); }
int main(void) {
    int v[] = {5, -3, 99, 0, 42, 7, -100, 13}, n = sizeof v / sizeof *v;
    qsort(v, n, sizeof *v, up);
    for (int i = 0; i < n; i++) printf("%d ", v[i]);
    puts("");
    qsort(v, n, sizeof v[0], down);
    for (int i = 0; i < n; i++) printf("%d ", v[i]);
    puts("");
    return v[1];
}
