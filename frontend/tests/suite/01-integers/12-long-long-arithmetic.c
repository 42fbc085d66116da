// stage: run; models: lp64, ilp32; exit: 165
// 64-bit products, quotients and comparisons on both data models.
#include <stdio.h>
int main(void) {
    long long a = 123456789012345LL, b = -987654321LL;
    unsigned long long u = 0xffffffffffffffffULL;
    printf("%lld %lld %lld %lld\n", a + b, a - b, a / b, a % b);
    printf("%lld\n", a * b);
    printf("%llu %llu %llu\n", u / 10, u % 10, u * u);
    printf("%d %d %d\n", a > b, u > (unsigned long long)a, b < 0);
    printf("%llx %llx\n", u << 33, u >> 33);
    return (int)(a % 251);
}
