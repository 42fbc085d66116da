// proved: -D BUG=0
// bug: -D BUG=1
// proved: -D BUG=0 --data-model ilp32
// bug: -D BUG=1 --data-model ilp32
// A label names the variable that is meant.
#include <assert.h>
int __VERIFIER_nondet_int(void);

volatile int x = 1;
extern volatile int y __asm__("x");
int main(void)
{
    int n = __VERIFIER_nondet_int();
    y = n;
    assert(x == n);
    x = 4;
    assert(y == 4 + (BUG && n == 3));
    return 0;
}
