// unknown: -D BUG=0
// bug: -D BUG=1
// unknown: -D BUG=0 --data-model ilp32
// bug: -D BUG=1 --data-model ilp32
// No number is normal and none.
#include <assert.h>
#include <math.h>
int __VERIFIER_nondet_int(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    assert(!(isnormal(x) && (BUG || isnan(x))));
    return 0;
}
