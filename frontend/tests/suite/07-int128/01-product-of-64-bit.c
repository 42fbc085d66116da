// stage: run; models: lp64; exit: 12
// The full product of two 64-bit numbers.
#include <stdio.h>
typedef unsigned __int128 u128;
int main(void) {
    unsigned long a = 0xfedcba9876543210UL, b = 0x123456789abcdef1UL;
    u128 p = (u128)a * b;
    printf("%lx %lx %d\n", (unsigned long)(p >> 64), (unsigned long)p, (int)sizeof p);
    __int128 n = (__int128)(long)a * (long)b;
    printf("%lx %lx\n", (unsigned long)(n >> 64), (unsigned long)n);
    return (int)(p % 97);
}
