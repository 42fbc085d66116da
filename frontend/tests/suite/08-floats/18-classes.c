// stage: run; exit: 0
// What kind of number a value is, by macros, builtins and the functions behind older headers.
#include <math.h>
#include <stdio.h>
int __fpclassify(double), __fpclassifyf(float), __fpclassifyl(long double);
int __isnan(double), __isnanf(float), __isinf(double), __isinff(float), __isinfl(long double);
int __finite(double), __finitef(float), __finitel(long double), __signbit(double);
static double zero, one = 1;
static void show(double x)
{
    float f = x;
    long double l = x;
    printf("%d %d %d %d\n", fpclassify(x), fpclassify(f), fpclassify(l), __builtin_fpclassify(9, 8, 7, 6, 5, x));
    printf("%d %d %d %d\n", isnormal(x), isnormal(f), isnormal(l), !!signbit(x));
    printf("%d %d %d\n", signbit(x), signbit(f), signbit(l));
    printf("%d %d %d\n", __fpclassify(x), __fpclassifyf(f), __fpclassifyl(l));
    printf("%d %d %d %d %d\n", __isnan(x), __isnanf(f), __isinf(x), __isinff(f), __isinfl(l));
    printf("%d %d %d %d\n", __finite(x), __finitef(f), __finitel(l), !!__signbit(x));
}
int main(void)
{
    double values[] = { 0, -0.0, 1, -2.5, 1e-310, -1e-40, 1e300, one / zero, -one / zero, zero / zero };
    for (unsigned n = 0; n < sizeof values / sizeof *values; n++)
        show(values[n]);
    return 0;
}
