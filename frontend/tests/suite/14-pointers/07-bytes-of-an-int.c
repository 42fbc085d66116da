// stage: run; models: lp64, ilp32; exit: 15
// Any object can be read as bytes; x86 is little-endian.
#include <stdio.h>
int main(void) {
    unsigned x = 0xa1b2c3d4;
    unsigned char *b = (unsigned char *)&x;
    printf("%x %x %x %x\n", b[0], b[1], b[2], b[3]);
    b[2] = 0;
    printf("%x\n", x);
    unsigned short *h = (unsigned short *)&x;
    h[1] = 0x1234;
    printf("%x\n", x);
    signed char *s = (signed char *)&x + 3;
    *s = -1;
    return x >> 28;
}
