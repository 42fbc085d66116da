// proved: more/real.c -D BUG=0
// bug: more/real.c -D BUG=1
// proved: more/real.c -D BUG=0 --data-model ilp32
// bug: more/real.c -D BUG=1 --data-model ilp32
// An inline definition that its file always takes, and a real one for others.
#include <assert.h>
int __VERIFIER_nondet_int(void);

extern inline __attribute__((gnu_inline, always_inline)) int f(void) { return 1; }
int call_f(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    assert(f() == 1 && call_f() == 2 - (BUG && n == 3));
    return 0;
}
