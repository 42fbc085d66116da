// proved: -D BUG=0
// bug: -D BUG=1
// proved: -D BUG=0 --data-model ilp32
// bug: -D BUG=1 --data-model ilp32
// .preinit_array runs before everything else.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int first;
__attribute__((constructor(101))) static void begin(void) { if (!first) first = 2; }
static void before(void) { if (!first) first = 1; }
__attribute__((section(".preinit_array"), used)) static void (*entry)(void) = before;
int main(void)
{
    assert(first == (__VERIFIER_nondet_int() ? 1 : 1 + BUG));
    return 0;
}
