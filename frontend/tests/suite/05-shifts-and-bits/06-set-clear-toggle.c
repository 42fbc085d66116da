// stage: run; models: lp64, ilp32; exit: 33
// Masks built from shifts, of both widths.
#include <stdio.h>
#define BIT(n) (1UL << (n))
#define BIT_ULL(n) (1ULL << (n))
int main(void) {
    unsigned long f = 0;
    f |= BIT(3) | BIT(7);
    f &= ~BIT(3);
    f ^= BIT(0) | BIT(7);
    printf("%lx %d\n", f, !!(f & BIT(0)));
    unsigned long long g = ~0ULL;
    g &= ~BIT_ULL(35);
    g &= ~(1u << 31);
    printf("%llx\n", g);
    g = ~0ULL & ~(1 << 4);
    printf("%llx\n", g);
    return (int)(f | 0x20);
}
