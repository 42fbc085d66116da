// stage: run; models: lp64, ilp32; exit: 4
// Row-major layout, rows as pointers.
#include <stdio.h>
static int trace(int m[][4], int n) { int t = 0; for (int i = 0; i < n; i++) t += m[i][i]; return t; }
int main(void) {
    int m[3][4], (*row)[4] = m, *flat = &m[0][0];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++) m[i][j] = 10 * i + j;
    printf("%d %d %d\n", trace(m, 3), (*(row + 1))[2], *(*(m + 2) + 3));
    printf("%d %d\n", flat[0], (int)(&m[2][0] - &m[0][0]));
    row++;
    printf("%d %d\n", row[0][3], row[1][0]);
    return (int)(sizeof m[0] / sizeof m[0][0]);
}
