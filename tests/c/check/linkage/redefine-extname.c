// proved: more/hook.c -D BUG=0
// bug: more/hook.c -D BUG=1
// proved: more/hook.c -D BUG=0 --data-model ilp32
// bug: more/hook.c -D BUG=1 --data-model ilp32
// The pragma gives a name the symbol of another.
#include <assert.h>
int __VERIFIER_nondet_int(void);

#pragma redefine_extname new_name hook
int new_name(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    assert(new_name() == 2 + (BUG && n == 3));
    return 0;
}
