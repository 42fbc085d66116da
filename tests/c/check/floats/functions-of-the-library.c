// unknown: -D BUG=0
// bug: -D BUG=1
// unknown: -D BUG=0 --data-model ilp32
// bug: -D BUG=1 --data-model ilp32
// The functions behind the macros of older headers.
#include <assert.h>
int __fpclassify(double), __fpclassifyf(float), __fpclassifyl(long double);
int __isnan(double), __isnanf(float), __isnanl(long double);
int __isinf(double), __isinff(float), __isinfl(long double);
int __finite(double), __finitef(float), __finitel(long double);
int __signbit(double), __signbitf(float), __signbitl(long double);
int __VERIFIER_nondet_int(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);

static double zero, one = 1;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    double infinite = one / zero, none = infinite - infinite;
    assert(__fpclassify(none) == 0 && __fpclassifyf(infinite) == 1 && __fpclassifyl(zero) == 2);
    assert(__fpclassify(1e-310) == 3 && __fpclassifyf(1e-40f) == 3 && __fpclassifyl(1e-310L) == 4);
    assert(__isnan(none) && __isnanf(none) && __isnanl(none) && !__isnan(one) && !__isnanf(infinite));
    assert(__isinf(infinite) == 1 && __isinff(-infinite) == -1 && __isinfl(one) == 0);
    assert(!__finite(none) && __finitef(one) && !__finitel(infinite));
    assert(__signbit(-one) && __signbitf(-zero) && !__signbitl(one) && !(BUG && n == 3));
    return 0;
}
