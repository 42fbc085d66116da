// stage: run; models: lp64, ilp32; exit: 21
// Matrix product through array parameters.
#include <stdio.h>
enum { N = 3 };
typedef int mat[N][N];
static void mul(mat r, mat a, mat b) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            r[i][j] = 0;
            for (int k = 0; k < N; k++) r[i][j] += a[i][k] * b[k][j];
        }
}
int main(void) {
    mat a = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, b = {{0, 1}, {1, 0}, {0, 0, 1}}, c, d;
    mul(c, a, b);
    mul(d, c, a);
    for (int i = 0; i < N; i++) printf("%d %d %d\n", d[i][0], d[i][1], d[i][2]);
    return c[0][0] * 10 + c[0][1];
}
