// proved: -D BUG=0
// bug: -D BUG=1
// proved: -D BUG=0 --data-model ilp32
// bug: -D BUG=1 --data-model ilp32
// An inline definition that a real one in the same file replaces.
#include <assert.h>
int __VERIFIER_nondet_int(void);

extern inline __attribute__((gnu_inline)) int f(void) { return 1; }
int f(void) { return 2; }
int main(void)
{
    int n = __VERIFIER_nondet_int();
    assert(f() == 2 - (BUG && n == 3));
    return 0;
}
