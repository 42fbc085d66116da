// proved: -D BUG=0
// unknown: -D BUG=1
// What a resolver asks the machine for may be anything; bugs behind it are not reproduced.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int plus_one(int n) { return n + 1; }
static int plus_two(int n) { return n + 2; }

static void *choose(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") ? plus_two : plus_one;
}
int add(int n) __attribute__((ifunc("choose")));
int main(void)
{
    int n = __VERIFIER_nondet_int() & 255;
    assert(add(n) > n + BUG);
    return 0;
}
