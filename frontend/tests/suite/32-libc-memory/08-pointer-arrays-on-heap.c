// stage: run; models: lp64, ilp32; exit: 10
// A ragged two-dimensional array.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int n = 6;
    int **tri = malloc(n * sizeof *tri);
    for (int i = 0; i < n; i++) {
        tri[i] = calloc(i + 1, sizeof **tri);
        tri[i][0] = tri[i][i] = 1;
        for (int j = 1; j < i; j++) tri[i][j] = tri[i - 1][j - 1] + tri[i - 1][j];
    }
    for (int i = 0; i < n; i++, puts(""))
        for (int j = 0; j <= i; j++) printf("%d ", tri[i][j]);
    int r = tri[5][2];
    while (n--) free(tri[n]);
    free(tri);
    return r;
}
