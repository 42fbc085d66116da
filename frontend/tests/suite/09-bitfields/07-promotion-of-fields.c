// stage: run; models: lp64, ilp32; exit: 225
// A field narrower than int promotes to int even when unsigned.
#include <stdio.h>
struct f { unsigned a : 4; unsigned b : 31; unsigned c : 32; };
int main(void) {
    struct f x = {0, 0, 0};
    printf("%d %d %d\n", x.a - 1 < 0, x.b - 1 < 0, x.c - 1 < 0);
    x.a = 15;
    printf("%d %d\n", x.a + 1, x.a << 28 < 0);
    x.b = 0x7fffffff;
    printf("%d\n", ~x.a < 0);
    printf("%d\n", -x.b < 0);
    return x.a * x.a;
}
