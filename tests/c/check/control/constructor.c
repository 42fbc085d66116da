// proved: -D BUG=0
// bug: -D BUG=1
// A constructor runs before main.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int ready;
__attribute__((constructor)) static void begin(void) { ready = 1; }
int main(void)
{
    assert(ready == (__VERIFIER_nondet_int() ? 1 : 1 - BUG));
    return 0;
}
