// proved: -D BUG=0
// bug: -D BUG=1
// proved: -D BUG=0 --data-model ilp32
// bug: -D BUG=1 --data-model ilp32
// What signbit gives of a negative number is not 1 everywhere.
#include <assert.h>
#include <math.h>
int __VERIFIER_nondet_int(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);

static float f = -1;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    assert(signbit(f) != (BUG && n == 3 ? signbit(f) : 1) && signbit(f));
    return 0;
}
