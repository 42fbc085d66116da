// stage: run; models: lp64, ilp32; exit: 6
// Ranges at the ends of the types and beyond them.
#include <stdio.h>
static int u(unsigned x) { switch (x) { case 0 ... 9: return 1; case 0xfffffff0 ... 0xffffffff: return 2; case 100: return 3; } return 0; }
static int s(int x) { switch (x) { case -2147483647 - 1 ... -2147483640: return 1; case -5 ... 5: return 2; case 2147483640 ... 2147483647: return 3; } return 0; }
static int c(signed char x) { switch (x) { case -128 ... -1: return 1; case 0: return 2; case 1 ... 1000: return 3; } return 0; }
static int l(long long x) { switch (x) { case -1LL << 62 ... -1: return 1; case 0 ... 1LL << 62: return 2; } return 0; }
int main(void) {
    printf("%d%d%d%d%d\n", u(9), u(10), u(-1), u(-16), u(-17));
    printf("%d%d%d%d%d\n", s(-2147483647 - 1), s(-6), s(0), s(2147483647), s(2147483639));
    printf("%d%d%d%d\n", c(-128), c(0), c(127), c((signed char)200));
    printf("%d%d%d%d\n", l(-5), l(1LL << 61), l(-1LL << 63), l((1LL << 62) + 1));
    return u(100) * s(3) * c(-1);
}
