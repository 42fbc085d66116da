// proved: -D BUG=0
// bug: -D BUG=1
// proved: -D BUG=0 --data-model ilp32
// bug: -D BUG=1 --data-model ilp32
// A function in .init_array runs before main.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int ready;
static void begin(void) { ready = 1; }
static void (*const entry)(void) __attribute__((section(".init_array"), used)) = begin;
int main(void)
{
    assert(ready == (__VERIFIER_nondet_int() ? 1 : 1 - BUG));
    return 0;
}
