// stage: run; models: lp64, ilp32; exit: 6
// fabs, copysign, min and max through builtins.
#include <stdio.h>
int main(void) {
    printf("%g %g\n", __builtin_fabs(-3.5), __builtin_fabsf(2.5f));
    printf("%g %g\n", __builtin_copysign(3.0, -1.0), __builtin_copysign(-3.0, 0.0));
    double h = __builtin_huge_val();
    printf("%d %d\n", h > 1e308, __builtin_isgreater(1.0, 2.0));
    printf("%d %d\n", __builtin_signbit(-1.0) != 0, __builtin_signbit(1.0) != 0);
    printf("%d\n", __builtin_isunordered(1.0, __builtin_nan("")));
    return 6;
}
