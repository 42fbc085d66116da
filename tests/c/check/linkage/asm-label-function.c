// proved: -D BUG=0
// bug: -D BUG=1
// proved: -D BUG=0 --data-model ilp32
// bug: -D BUG=1 --data-model ilp32
// A label names the function that is meant, before its definition and behind it.
#include <assert.h>
int __VERIFIER_nondet_int(void);

extern int early(int) __asm__("real");
int real(int n) { return n + 1; }
int late(int) __asm__("real");
int main(void)
{
    int n = __VERIFIER_nondet_int() & 255;
    assert(early(n) == n + 1 && real(n) == n + 1);
    assert(late(n) == n + 1 + (BUG && n == 3));
    return 0;
}
