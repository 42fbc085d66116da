// proved: -D BUG=0
// bug: -D BUG=1
// A variable that is defined elsewhere holds anything.
#include <assert.h>
int __VERIFIER_nondet_int(void);
extern int elsewhere;
extern const int fixed;
int main(void)
{
    if (__VERIFIER_nondet_int())
        return 0;
    int before = elsewhere, k = fixed;
    if (BUG)
        assert(before == 0);
    assert(before == elsewhere && k == fixed);
    return 0;
}
