// proved: more/hook.c -D BUG=0
// bug: more/hook.c -D BUG=1
// proved: more/hook.c -D BUG=0 --data-model ilp32
// bug: more/hook.c -D BUG=1 --data-model ilp32
// A weak function that is replaced elsewhere lives on under the name that its own file gives it.
#include <assert.h>
int __VERIFIER_nondet_int(void);

__attribute__((weak)) int hook(void) { return 1; }
int default_hook(void) __attribute__((alias("hook")));
int main(void)
{
    int n = __VERIFIER_nondet_int();
    assert(hook() == 2 && default_hook() == 1 + (BUG && n == 3));
    assert(hook != default_hook);
    return 0;
}
