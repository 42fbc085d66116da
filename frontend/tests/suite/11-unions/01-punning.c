// stage: run; models: lp64, ilp32; exit: 64
// Writing one member and reading another reinterprets the bytes.
#include <stdio.h>
union u { unsigned w; unsigned short h[2]; unsigned char b[4]; float f; };
int main(void) {
    union u x;
    x.w = 0x01020304;
    printf("%x %x %x %x\n", x.h[0], x.h[1], x.b[0], x.b[3]);
    x.b[1] = 0xff;
    printf("%x\n", x.w);
    x.f = -2.5f;
    printf("%x\n", x.w);
    x.w ^= 0x80000000u;
    printf("%g %d\n", x.f, (int)sizeof x);
    return x.b[3];
}
