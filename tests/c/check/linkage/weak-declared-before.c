// proved: more/hook.c -D BUG=0
// bug: more/hook.c -D BUG=1
// proved: more/hook.c -D BUG=0 --data-model ilp32
// bug: more/hook.c -D BUG=1 --data-model ilp32
// A function is weak if any declaration in its file says so.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int hook(void) __attribute__((weak));
int hook(void) { return 1; }
int main(void)
{
    int n = __VERIFIER_nondet_int();
    assert(hook() == 2 - (BUG && n == 3));
    return 0;
}
