// unknown: -D BUG=0
// unknown: -D BUG=1
// unknown: -D BUG=0 --data-model ilp32
// unknown: -D BUG=1 --data-model ilp32
// An entry that is no function.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static void (*entry)(void) __attribute__((section(".init_array"), used)) = 0;
int main(void)
{
    assert(!BUG);
    return 0;
}
