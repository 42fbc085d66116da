// proved: -D BUG=0
// unknown: -D BUG=1
// A builtin that is not known, and has no influence.
#include <assert.h>
int __VERIFIER_nondet_int(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);

static int written;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    written = __builtin_ia32_rdtsc() == 0;
    assert(n != 3 || n - BUG == 3);
    return 0;
}
