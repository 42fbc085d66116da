// unknown: -D BUG=0
// bug: -D BUG=1
// unknown: -D BUG=0 --data-model ilp32
// bug: -D BUG=1 --data-model ilp32
// The classes are the numbers that are given, of constants and of variables.
#include <assert.h>
#include <math.h>
int __VERIFIER_nondet_int(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);

static double zero = 0, small = 1e-310, big = 1e300;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    assert(__builtin_fpclassify(10, 20, 30, 40, 50, zero) == 50);
    assert(__builtin_fpclassify(10, 20, 30, 40, 50, small) == 40);
    assert(__builtin_fpclassify(10, 20, 30, 40, 50, -big) == 30);
    assert(__builtin_fpclassify(10, 20, 30, 40, 50, big * big) == 20 + (BUG && n == 3));
    assert(__builtin_fpclassify(10, 20, 30, 40, 50, big * big - big * big) == 10);
    return 0;
}
