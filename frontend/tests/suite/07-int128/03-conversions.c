// stage: run; models: lp64; exit: 77
// Sign extension into 128 bits, narrowing out of it, comparison and mixed operands.
#include <stdio.h>
int main(void) {
    __int128 a = -1;
    unsigned __int128 u = -1;
    printf("%d %d %d\n", a < 0, u > 0, a == (__int128)u);
    printf("%ld %lx\n", (long)(a >> 100), (unsigned long)(u >> 100));
    u = (unsigned)-1;
    printf("%d\n", u == 0xffffffffu);
    u = (long)-5;
    printf("%lx\n", (unsigned long)(u >> 64));
    int narrow = (__int128)1 << 32 | 77;
    printf("%d %d\n", narrow, (_Bool)((__int128)1 << 90));
    printf("%d\n", -1 < (unsigned __int128)1);
    return narrow;
}
