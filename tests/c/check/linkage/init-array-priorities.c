// proved: -D BUG=0
// bug: -D BUG=1
// proved: -D BUG=0 --data-model ilp32
// bug: -D BUG=1 --data-model ilp32
// Sections with priorities come first, in their order; then files and the text count.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int order;
static void next(int n) { order = order * 10 + n; }
static void one(void) { next(1); }
static void two(void) { next(2); }
static void three(void) { next(3); }
__attribute__((constructor)) static void five(void) { next(5); }
__attribute__((section(".init_array.00103"), used)) static void (*c)(void) = three;
__attribute__((section(".init_array.00101"), used)) static void (*a)(void) = one;
__attribute__((section(".ctors.65433"), used)) static void (*b)(void) = two;
__attribute__((constructor(104))) static void four(void) { next(4); }
static void six(void) { next(6); }
__attribute__((section(".init_array"), used)) static void (*f)(void) = six;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    assert(order == (BUG && n == 9 ? 213456 : 123456));
    return 0;
}
