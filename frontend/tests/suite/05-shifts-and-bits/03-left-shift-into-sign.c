// stage: run; models: lp64, ilp32; wrap: signed; exit: 63
// Shifting ones into and beyond the sign bit, as drivers do.
#include <stdio.h>
int main(void) {
    int a = 1;
    a <<= 31;
    printf("%d\n", a);
    int b = 0x40000000;
    b = b << 1;
    printf("%d\n", b);
    printf("%d\n", (int)(1u << 31) < 0);
    long long c = 1LL << 62;
    printf("%lld\n", c * 2);
    return (1 << 6) - 1;
}
