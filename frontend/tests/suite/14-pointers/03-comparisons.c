// stage: run; models: lp64, ilp32; exit: 4
// Ordering within an array, equality anywhere, null tests.
#include <stdio.h>
int g1, g2;
int main(void) {
    int a[4], *lo = a, *hi = a + 4, *n = 0;
    printf("%d %d %d\n", lo < hi, hi >= lo, lo == &a[0]);
    printf("%d %d %d\n", &g1 == &g2, n == 0, !n);
    printf("%d %d\n", lo && hi, n || lo);
    printf("%d\n", (void *)lo == (void *)&a);
    int c = 0;
    for (int *p = lo; p != hi; ++p) c++;
    return n ? 1 : c;
}
