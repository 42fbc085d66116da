// unknown: -D BUG=0
// unknown: -D BUG=1
// unknown: -D BUG=0 --data-model ilp32
// unknown: -D BUG=1 --data-model ilp32
// A static table that is not declared `used` is left out by gcc -O2, and not by gcc -O0.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int ready;
static void begin(void) { ready = 1; }
static void (*entry)(void) __attribute__((section(".init_array"))) = begin;
int main(void)
{
    assert(ready == BUG);
    return 0;
}
