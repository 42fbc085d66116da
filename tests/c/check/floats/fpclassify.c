// proved: -D BUG=0
// bug: -D BUG=1
// proved: -D BUG=0 --data-model ilp32
// bug: -D BUG=1 --data-model ilp32
// Every number is of one class.
#include <assert.h>
#include <math.h>
int __VERIFIER_nondet_int(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);

int main(void)
{
    float x = __VERIFIER_nondet_float();
    int class = fpclassify(x);
    assert(class == FP_NAN || class == FP_INFINITE || class == FP_ZERO || class == FP_SUBNORMAL ||
           (class == FP_NORMAL && !BUG));
    return 0;
}
