// unknown: -D BUG=0
// unknown: -D BUG=1
// unknown: -D BUG=0 --data-model ilp32
// unknown: -D BUG=1 --data-model ilp32
// Which arguments a function of .init_array is given is not followed.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int ready;
static void begin(int count, char **arguments) { ready = count > 0; }
__attribute__((section(".init_array"), used)) static void (*entry)(int, char **) = begin;
int main(void)
{
    assert(ready == 1 - BUG);
    return 0;
}
