// stage: run; models: lp64, ilp32; exit: 35
// Writing a small member keeps the other bytes of a larger one.
#include <stdio.h>
union u { unsigned long long q; unsigned d; unsigned short w; unsigned char b; struct { unsigned char p[3]; unsigned char t; } s; };
int main(void) {
    union u x = {.q = 0x1111111122222222ULL};
    x.b = 0xaa;
    printf("%llx\n", x.q);
    x.w = 0xbbcc;
    printf("%llx\n", x.q);
    x.d += 0x10000;
    printf("%llx\n", x.q);
    x.s.t = 0x77;
    printf("%llx %x\n", x.q, x.d);
    return x.s.p[2];
}
