// stage: run; models: lp64, ilp32; exit: 2
// A shift has the promoted type of its left operand only.
#include <stdio.h>
int main(void) {
    unsigned char c = 0x81;
    printf("%d %d\n", c << 4, c >> 1);
    printf("%d %d\n", (int)sizeof(c << 1LL), (int)sizeof(1LL << c));
    c <<= 1;
    printf("%d\n", c);
    signed char s = -128;
    s >>= 3;
    printf("%d\n", s);
    unsigned short h = 0x8000;
    printf("%d\n", (h << 1) >> 1);
    return (unsigned char)(0x81 << 1);
}
