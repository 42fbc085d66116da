// proved: -D BUG=0
// bug: -D BUG=1
// proved: -D BUG=0 --data-model ilp32
// bug: -D BUG=1 --data-model ilp32
// Constructors run in the order of their definitions, not of their declarations.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int order;
static void second(void) __attribute__((constructor));
__attribute__((constructor)) static void first(void) { order = order * 10 + 1; }
static void second(void) { order = order * 10 + 2; }
static void third(void) { order = order * 10 + 3; }
static void third(void) __attribute__((constructor));
int main(void)
{
    int n = __VERIFIER_nondet_int();
    assert(order == 123 + (BUG && n == 5));
    return 0;
}
