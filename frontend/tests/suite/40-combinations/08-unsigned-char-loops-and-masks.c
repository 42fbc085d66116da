// stage: run; models: lp64, ilp32; exit: 127
// Narrow counters with promotions in conditions and steps.
#include <stdio.h>
int main(void) {
    unsigned char sum = 0, i;
    signed char s = 120;
    unsigned short h = 0;
    for (i = 250; (unsigned char)(i + 10) != 4; i += 3) sum += i;
    while (s > 0) s += 3;
    do h += 0x3fff; while (h & 0x8000 ? h < 0xc000 : h > 0x100);
    printf("%d %d %d %d\n", sum, i, s, h);
    sum = ~sum;
    sum >>= 1;
    i = -i;
    printf("%d %d %d\n", sum, i, (signed char)(sum << 1) >> 1);
    return sum;
}
