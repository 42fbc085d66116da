// proved: -D BUG=0
// bug: -D BUG=1
// An alias of it, and a resolver that is one.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int plus_one(int n) { return n + 1; }
static int plus_two(int n) { return n + 2; }

static void *choose(void) { return plus_two; }
void *resolver(void) __attribute__((alias("choose")));
int add(int n) __attribute__((ifunc("resolver")));
int main(void)
{
    int n = __VERIFIER_nondet_int() & 255;
    assert(add(n) == n + 2 + (BUG && n == 3));
    return 0;
}
