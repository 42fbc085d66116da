// stage: run; models: lp64, ilp32; exit: 2
// The IEEE representation seen through a union and memcpy.
#include <stdio.h>
#include <string.h>
int main(void) {
    union { double d; unsigned long long u; } x = {-118.625};
    printf("%016llx\n", x.u);
    float f = 1.0f;
    unsigned w;
    memcpy(&w, &f, 4);
    printf("%08x\n", w);
    w += 1;
    memcpy(&f, &w, 4);
    printf("%.9g\n", f);
    x.u = 0x3ff0000000000000ULL | 1ULL << 51;
    printf("%g\n", x.d);
    x.u ^= 1ULL << 63;
    printf("%g\n", x.d);
    return (int)(x.u >> 62);
}
