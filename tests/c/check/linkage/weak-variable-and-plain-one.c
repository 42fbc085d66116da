// proved: more/level.c -D BUG=0
// bug: more/level.c -D BUG=1
// proved: more/level.c -D BUG=0 --data-model ilp32
// bug: more/level.c -D BUG=1 --data-model ilp32
// A variable that is not weak replaces a weak one, even if it has no initialiser.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int level __attribute__((weak)) = 5;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    assert(level == (BUG && n == 3 ? 5 : 0));
    return 0;
}
