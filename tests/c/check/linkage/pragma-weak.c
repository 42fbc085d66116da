// proved: more/hook.c -D BUG=0
// bug: more/hook.c -D BUG=1
// proved: more/hook.c -D BUG=0 --data-model ilp32
// bug: more/hook.c -D BUG=1 --data-model ilp32
// The pragma does what the attribute does.
#include <assert.h>
int __VERIFIER_nondet_int(void);

#pragma weak hook
#pragma weak gone
#pragma weak same = real
int hook(void) { return 1; }
void gone(void);
int real(int n) { return n + 1; }
int same(int);
int main(void)
{
    int n = __VERIFIER_nondet_int() & 7;
    assert(hook() == 2 && !gone && same == real);
    assert(same(n) == n + 1 + (BUG && n == 3));
    return 0;
}
