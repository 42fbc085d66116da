// stage: run; models: lp64, ilp32; exit: 1
// Large integers round to nearest even when converted.
#include <stdio.h>
int main(void) {
    int a = 16777217;
    long long b = 9007199254740993LL;
    unsigned long long c = 0xffffffffffffffffULL;
    float f = a;
    double d = b, e = c;
    printf("%.1f %.1f %.1f\n", f, d, e);
    printf("%d %d\n", (int)f == a, (long long)d == b);
    f = (float)0x7fffffff;
    printf("%.1f\n", f);
    unsigned u = 4000000000u;
    printf("%.1f %.1f\n", (float)u, (double)u);
    return f == 2147483648.0f;
}
