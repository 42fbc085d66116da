// stage: run; models: lp64, ilp32; exit: 42
// Conversions at the edges of the ranges that are still defined.
#include <stdio.h>
int main(void) {
    volatile double d = 4294967295.5, e = 18446744073709549568.0, f = -2147483648.9, g = 9223372036854774784.0;
    volatile float h = 2147483520.0f;
    printf("%u %llu %d %lld %d\n", (unsigned)d, (unsigned long long)e, (int)f, (long long)g, (int)h);
    printf("%d %d %d\n", (signed char)-128.5, (unsigned char)255.9, (_Bool)0.3);
    volatile unsigned long long u = 0x8000000000000401ULL;
    printf("%.0f %.0f\n", (double)u, (float)u);
    volatile long long n = -9007199254740993LL;
    printf("%.0f %.1f\n", (double)n, (float)-16777219);
    printf("%d\n", (int)(1e9f * 2 - 1e9f) == 1000000000);
    return (unsigned char)(d / 1e8);
}
