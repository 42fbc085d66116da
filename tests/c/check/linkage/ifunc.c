// proved: -D BUG=0
// bug: -D BUG=1
// The function is what its resolver returns.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int plus_one(int n) { return n + 1; }
static int plus_two(int n) { return n + 2; }

static int chosen = 2;
static int (*choose(void))(int) { return chosen == 2 ? plus_two : plus_one; }
int add(int n) __attribute__((ifunc("choose")));
int main(void)
{
    int n = __VERIFIER_nondet_int() & 255;
    chosen = 1;
    assert(add(n) == n + 2 - (BUG && n == 3));
    return 0;
}
