// proved: -D BUG=0
// bug: -D BUG=1
// proved: -D BUG=0 --data-model ilp32
// bug: -D BUG=1 --data-model ilp32
// Aliases of aliases, before and after what they name.
#include <assert.h>
int __VERIFIER_nondet_int(void);

extern int c(int) __attribute__((alias("b")));
int b(int) __attribute__((alias("a")));
int a(int n) { return n + 1; }
extern int d(int) __attribute__((weak, alias("c")));
int main(void)
{
    int n = __VERIFIER_nondet_int() & 255;
    assert(a == b && b == c && c == d);
    assert(c(n) == a(n) && d(n) == n + 1 + (BUG && n == 77));
    return 0;
}
