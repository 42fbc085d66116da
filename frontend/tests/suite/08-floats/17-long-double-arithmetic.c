// stage: run; models: lp64, ilp32; exit: 35
// Extended precision in sums, products, comparisons and conversions.
#include <stdio.h>
static long double sq(long double x) { return x * x; }
int main(void) {
    long double a = 1.0L + 0x1p-60L, b = 0.1L, c = 0.1;
    printf("%d %d %d\n", a > 1, (double)a == 1.0, b == c);
    printf("%.15Lf %.3Le\n", sq(b) - 0.01L, a - 1);
    long double s = 0;
    for (int i = 1; i <= 20; i++) s += 1.0L / i;
    printf("%.18Lf\n", s);
    long long big = 0x7fffffffffffffffLL;
    printf("%d %lld\n", (long long)(long double)big == big, (long long)(s * 1e15L));
    struct { char c; long double v; } t = {1, -2.5L};
    t.v *= 3;
    t.v++;
    printf("%.2Lf %g\n", t.v, (double)-t.v);
    return (int)(s * 10);
}
