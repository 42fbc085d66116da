// proved: -D BUG=0
// bug: -D BUG=1
// Constructors call what was chosen before them.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int plus_one(int n) { return n + 1; }
static int plus_two(int n) { return n + 2; }

static int level, seen;
static void *choose(void) { return level ? (void *)plus_two : (void *)plus_one; }
int add(int n) __attribute__((ifunc("choose")));
__attribute__((constructor)) static void begin(void) { level = 1; seen = add(1); }
int main(void)
{
    int n = __VERIFIER_nondet_int() & 255;
    assert(seen == 2 && add(n) == n + 1 + (BUG && n == 3));
    return 0;
}
