// stage: run; models: lp64, ilp32; exit: 77
// Branch-free sign, absolute value, min and max on arithmetic shifts.
#include <stdio.h>
static int iabs(int x) { int m = x >> 31; return (x + m) ^ m; }
static int sgn(int x) { return (x > 0) - (x < 0); }
static int imin(int a, int b) { return b ^ ((a ^ b) & -(a < b)); }
int main(void) {
    int v[] = {0, 5, -5, 2147483647, -2147483647};
    for (int i = 0; i < 5; i++)
        printf("%d %d %d\n", iabs(v[i]), sgn(v[i]), imin(v[i], 3));
    return iabs(-77);
}
