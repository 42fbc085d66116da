// unknown: -D BUG=0
// unknown: -D BUG=1
// unknown: -D BUG=0 --data-model ilp32
// unknown: -D BUG=1 --data-model ilp32
// Functions that are not built in end a run: no bug rests on a number that they cannot return.
#include <assert.h>
#include <math.h>
int __VERIFIER_nondet_int(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);

int main(void)
{
    double x = __VERIFIER_nondet_int() & 3;
    assert(tgamma(x + 1) >= (BUG ? 2 : 1) && ilogb(1.0) == 0 && erf(0.0) == 0 && fmaf(1, 2, 3) == 5);
    return 0;
}
