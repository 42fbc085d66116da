// proved: -D BUG=0
// bug: -D BUG=1
// proved: -D BUG=0 --data-model ilp32
// bug: -D BUG=1 --data-model ilp32
// What lies in .ctors runs from the last entry to the first, behind .init_array of the same file where that comes first.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int order;
static void next(int n) { order = order * 10 + n; }
static void three(void) { next(3); }
static void two(void) { next(2); }
__attribute__((constructor)) static void one(void) { next(1); }
__attribute__((section(".ctors"), used, aligned(sizeof(void *)))) static void (*table[])(void) = { three, two };
int main(void)
{
    int n = __VERIFIER_nondet_int();
    assert(order == (BUG && n < 0 ? 132 : 123));
    return 0;
}
