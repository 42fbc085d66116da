// stage: run; models: lp64, ilp32; exit: 64
// Parameters whose array bounds are earlier parameters.
#include <stdio.h>
static int sum(int r, int c, int m[r][c]) {
    int s = 0;
    for (int i = 0; i < r; i++)
        for (int j = 0; j < c; j++) s += m[i][j] * (i + 1);
    return s;
}
static int last(int n, int m[*][n]);
static int last(int n, int m[][n]) { return m[1][n - 1]; }
int main(void) {
    int a[2][3] = {{1, 2, 3}, {4, 5, 6}}, b[3][2] = {{1, 2}, {3, 4}, {5, 6}};
    printf("%d %d\n", sum(2, 3, a), sum(3, 2, b));
    return last(3, a) * 10 + last(2, b);
}
