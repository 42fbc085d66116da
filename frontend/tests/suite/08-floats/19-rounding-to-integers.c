// stage: run; exit: 0
// Rounding to integers, in the three types; exact where double is not.
#include <math.h>
#include <stdio.h>
static void show(double x, long double l)
{
    float f = x;
    printf("%g %g %g %g %g %g\n", floor(x), ceil(x), trunc(x), round(x), rint(x), nearbyint(x));
    printf("%g %g %g %g %g\n", floorf(f), ceilf(f), truncf(f), roundf(f), rintf(f));
    printf("%d %d %d %d %d\n", floorl(l) == l, ceill(l) == l, truncl(l) == l, roundl(l) == l, rintl(l) == l);
}
int main(void)
{
    show(0.5, 9223372036854775807.0L);
    show(-0.5, -9223372036854775807.0L);
    show(2.5, 0.5L);
    show(-1e300, 1e4000L);
    printf("%lld\n", (long long)floorl(9223372036854775807.0L));
    return 0;
}
