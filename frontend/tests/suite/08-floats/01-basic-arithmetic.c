// stage: run; models: lp64, ilp32; exit: 30
// Double arithmetic, rounding visible in the last digits.
#include <stdio.h>
int main(void) {
    double a = 0.1, b = 0.2, c = a + b;
    printf("%.17g %.17g\n", c, c - 0.3);
    printf("%d %d\n", c == 0.3, c > 0.3);
    printf("%.10f %.3e %g\n", 1.0 / 3, 12345.678, 1e20);
    printf("%g %g\n", 7 / 2 * 1.0, 7 / 2.0);
    return (int)(c * 100);
}
