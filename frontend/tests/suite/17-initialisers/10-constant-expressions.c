// stage: run; models: lp64, ilp32; exit: 18
// Static initialisers fold casts, sizeof, ?:, shifts, floats and comparisons.
#include <stddef.h>
#include <stdio.h>
struct s { char c; int i; };
static int a = 3 * (4 + 5) % 7, b = sizeof(struct s) + offsetof(struct s, i), c = 1 ? -5 : 1 / 1;
static unsigned char d = 0x1ff, e = -1;
static long long f = 1LL << 40 | 0xffu, g = (int)3.99 + (unsigned char)300;
static double h = 7 / 2, i = 7 / 2., j = 1e2 + .5;
static unsigned k = ~0u >> 4, l = -1 < 1u, m = 'a' == 97 && !0;
int main(void) {
    printf("%d %d %d %d %d %lld %lld\n", a, b, c, d, e, f, g);
    printf("%g %g %g %u %u %u\n", h, i, j, k, l, m);
    return a + b;
}
