// stage: run; models: lp64, ilp32; exit: 49
// 64-bit signed division with large magnitudes.
#include <stdio.h>
int main(void) {
    long long n = -9223372036854775807LL - 1, d[] = {2, 3, -5, 10, 1000000007, 4294967296LL};
    for (int i = 0; i < 6; i++)
        printf("%lld %lld\n", n / d[i], n % d[i]);
    printf("%lld\n", (n + 1) / -1);
    return (int)(n % 7) + 50;
}
