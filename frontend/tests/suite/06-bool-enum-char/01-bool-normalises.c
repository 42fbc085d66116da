// stage: run; models: lp64, ilp32; exit: 3
// Conversion to _Bool compares with zero, for every scalar type.
#include <stdbool.h>
#include <stdio.h>
int main(void) {
    int x;
    bool a = 2, b = 0.5, c = &x, d = 0x100, e = -0.0, f = (char)256, g = (void *)0;
    printf("%d %d %d %d %d %d %d\n", a, b, c, d, e, f, g);
    bool h = (bool)0x10000000000LL;
    unsigned char u = 0x80;
    h &= u;
    printf("%d %d\n", h, (bool)u);
    return a + b + c;
}
