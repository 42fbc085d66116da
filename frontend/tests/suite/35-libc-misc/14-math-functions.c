// stage: run; models: lp64, ilp32; exit: 14
// Correctly rounded functions of math.h.
#include <math.h>
#include <stdio.h>
int main(void) {
    printf("%.17g %.17g %g\n", sqrt(2.0), sqrt(1e10), fabs(-0.5));
    printf("%g %g %g %g\n", floor(-2.5), ceil(-2.5), trunc(-2.5), round(-2.5));
    printf("%g %g\n", fmod(-7.5, 2), fmod(10, 3.5));
    printf("%g %g %d\n", fmin(1, 2), fmax(1, 2), isnan(NAN) != 0);
    int e;
    double m = frexp(40.0, &e), ip, fp = modf(-3.75, &ip);
    printf("%g %d %g %g %g\n", m, e, ip, fp, ldexp(0.75, 4));
    return (int)floor(sqrt(200));
}
