// stage: run; models: lp64, ilp32; exit: 13
// Members of a returned struct can be used directly; calls nest.
#include <stdio.h>
struct c { int re, im; };
static struct c mk(int r, int i) { return (struct c){r, i}; }
static struct c mul(struct c a, struct c b) { return mk(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re); }
int main(void) {
    struct c z = mul(mk(1, 2), mul(mk(3, -1), mk(0, 1)));
    printf("%d %d %d\n", z.re, z.im, mul(z, z).im);
    printf("%d\n", mk(7, 8).re + mk(9, 10).im);
    return mul(mk(2, 3), mk(2, -3)).re;
}
