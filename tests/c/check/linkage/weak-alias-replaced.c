// proved: more/hook.c -D BUG=0
// bug: more/hook.c -D BUG=1
// proved: more/hook.c -D BUG=0 --data-model ilp32
// bug: more/hook.c -D BUG=1 --data-model ilp32
// A weak alias gives way to another definition; the function that it was another name of does not.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int own(void) { return 1; }
int hook(void) __attribute__((weak, alias("own")));
int other(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    assert(own() == 1 && hook() == 2 + (BUG && n == 3));
    assert(hook != own && hook == other);
    return 0;
}
