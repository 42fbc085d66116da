// proved: -D BUG=0
// bug: -D BUG=1
// proved: -D BUG=0 --data-model ilp32
// bug: -D BUG=1 --data-model ilp32
// A declaration in a block has a label.
#include <assert.h>
int __VERIFIER_nondet_int(void);

volatile int x = 1;
int real(int n) { return n + 1; }
int main(void)
{
    extern volatile int y __asm__("x");
    int other(int) __asm__("real");
    int n = __VERIFIER_nondet_int() & 255;
    y = n;
    assert(x == n && other(n) == n + 1 + (BUG && n == 3));
    return 0;
}
