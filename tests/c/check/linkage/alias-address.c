// proved: -D BUG=0
// bug: -D BUG=1
// proved: -D BUG=0 --data-model ilp32
// bug: -D BUG=1 --data-model ilp32
// An alias has the address of what it is another name of.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int g(void) { return 1; }
int f(void) __attribute__((alias("g")));
static int h(void) { return 1; }
int i(void) __attribute__((alias("h")));
int main(void)
{
    int (*p)(void) = __VERIFIER_nondet_int() ? f : i;
    assert(f == g && i == h);
    assert(p == g || (p == h && !BUG));
    return 0;
}
