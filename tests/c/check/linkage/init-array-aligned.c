// unknown: -D BUG=0
// unknown: -D BUG=1
// proved: -D BUG=0 --data-model ilp32
// bug: -D BUG=1 --data-model ilp32
// gcc aligns a table of 16 bytes, and what lies before it is a null pointer: this program does not start on LP64.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int ready;
static void one(void) { ready = 1; }
static void two(void) { ready = ready ? 2 : 0; }
__attribute__((section(".init_array"), used)) static void (*table[])(void) = { one, two };
int main(void)
{
    assert(ready == (__VERIFIER_nondet_int() ? 2 : 2 - BUG));
    return 0;
}
