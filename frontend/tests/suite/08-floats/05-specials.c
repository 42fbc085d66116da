// stage: run; models: lp64, ilp32; exit: 1
// Infinities, NaN and signed zero.
#include <stdio.h>
int main(void) {
    volatile double zero = 0.0;
    double inf = __builtin_inf(), nan = __builtin_nan("");
    printf("%f %f\n", inf, -inf);
    printf("%d %d %d %d %d\n", nan == nan, nan != nan, nan < 1, nan > 1, !(nan < 1));
    printf("%d %d\n", inf > 1e308, -inf < inf);
    double nz = -zero;
    printf("%d %.1f %.1f\n", nz == zero, nz, zero);
    printf("%d %d\n", __builtin_isnan(inf - inf), __builtin_isinf(inf * 2) != 0);
    printf("%d\n", (nan ? 1 : 0) + !nan);
    return inf == inf + 1;
}
