// stage: run; models: lp64, ilp32; exit: 112
// Fraction-free elimination in long long with row swaps by pointer.
#include <stdio.h>
static long long det(long long *r[], int n) {
    long long prev = 1;
    int sign = 1;
    for (int k = 0; k < n - 1; k++) {
        int p = k;
        while (p < n && !r[p][k]) p++;
        if (p == n) return 0;
        if (p != k) { long long *t = r[p]; r[p] = r[k]; r[k] = t; sign = -sign; }
        for (int i = k + 1; i < n; i++)
            for (int j = k + 1; j < n; j++) r[i][j] = (r[i][j] * r[k][k] - r[i][k] * r[k][j]) / prev;
        prev = r[k][k];
    }
    return sign * r[n - 1][n - 1];
}
int main(void) {
    long long m[4][4] = {{0, 2, -1, 3}, {4, 1, 1, -2}, {3, -3, 5, 1}, {1, 1, 2, 2}};
    long long *r[4] = {m[0], m[1], m[2], m[3]};
    long long d = det(r, 4);
    printf("%lld\n", d);
    return (int)(d < 0 ? -d : d) & 0xff;
}
