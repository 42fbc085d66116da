// unknown: -D BUG=0
// bug: -D BUG=1
// unknown: -D BUG=0 --data-model ilp32
// bug: -D BUG=1 --data-model ilp32
// Rounding of long double is exact.
#include <assert.h>
#include <math.h>
int __VERIFIER_nondet_int(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);

static long double big = 9223372036854775807.0L, half = 0.5L;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    assert(floorl(big) == big && ceill(big) == big && truncl(-big) == -big);
    assert(roundl(half) == 1 && rintl(half) == 0 && floorl(-half) == -1 && !(BUG && n == 3));
    return 0;
}
