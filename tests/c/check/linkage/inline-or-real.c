// unknown: more/real.c -D BUG=0
// unknown: more/real.c -D BUG=1
// unknown: more/real.c -D BUG=0 --data-model ilp32
// unknown: more/real.c -D BUG=1 --data-model ilp32
// C does not say whether the inline definition or the real one is called: gcc -O0 and -O2 differ.
#include <assert.h>
int __VERIFIER_nondet_int(void);

inline int f(void) { return 1; }
int main(void)
{
    assert(f() == 2 - BUG);
    return 0;
}
