// stage: run; models: lp64, ilp32; exit: 100
// Floating constants in all spellings.
#include <stdio.h>
int main(void) {
    printf("%g %g %g %g\n", 1., .5, 1e3, 1.5E-3);
    printf("%g %g %g\n", 0x1p4, 0x1.8p1, 0x.8P-1);
    printf("%g %g\n", 10.f, 2.5F);
    printf("%Lg %Lg\n", 1.5L, 1e-2l);
    printf("%d %d %d\n", (int)sizeof 1.0, (int)sizeof 1.f, (int)sizeof 1.L == (int)sizeof(long double));
    printf("%a\n", 1.0);
    return 1e2;
}
