// stage: run; models: lp64, ilp32; exit: 17
// Byte and bit reversal by masks.
#include <stdio.h>
static unsigned rev(unsigned x) {
    x = (x & 0x55555555) << 1 | x >> 1 & 0x55555555;
    x = (x & 0x33333333) << 2 | x >> 2 & 0x33333333;
    x = (x & 0x0f0f0f0f) << 4 | x >> 4 & 0x0f0f0f0f;
    return x << 24 | (x & 0xff00) << 8 | x >> 8 & 0xff00 | x >> 24;
}
static unsigned short sw(unsigned short x) { return x << 8 | x >> 8; }
int main(void) {
    printf("%08x %08x\n", rev(1), rev(0x12345678));
    printf("%04x\n", sw(0xabcd));
    int a = 5, b = 9;
    a ^= b; b ^= a; a ^= b;
    printf("%d %d\n", a, b);
    return rev(0x88000000u);
}
