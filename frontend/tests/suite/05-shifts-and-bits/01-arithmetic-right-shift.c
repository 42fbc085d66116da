// stage: run; models: lp64, ilp32; exit: 84
// Right shift of negative values is arithmetic in gcc.
#include <stdio.h>
int main(void) {
    int a = -17;
    signed char b = -128;
    long long c = -1LL << 40;
    printf("%d %d %d\n", a >> 1, a >> 4, a >> 31);
    printf("%d %d\n", b >> 3, b >> 7);
    printf("%lld %lld\n", c >> 20, c >> 63);
    printf("%d\n", (-1 >> 1) == -1);
    return (-256 >> 4) + 100;
}
