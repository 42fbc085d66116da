// proved: -D BUG=0
// bug: -D BUG=1
// A pointer survives the way through an integer.
#include <assert.h>
#include <stdint.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    if (__VERIFIER_nondet_int())
        return 0;
    int a[2] = { 1, 2 };
    uintptr_t n = (uintptr_t)&a[0];
    n += sizeof(int);
    int *p = (int *)n;
    *p = 5;
    assert(a[0] == 1);
    assert(a[1] == 5 + BUG);
    return 0;
}
