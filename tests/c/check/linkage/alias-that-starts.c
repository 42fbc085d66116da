// proved: --entry init_module -D BUG=0
// bug: --entry init_module -D BUG=1
// proved: --entry init_module -D BUG=0 --data-model ilp32
// bug: --entry init_module -D BUG=1 --data-model ilp32
// A module is started by an alias of its function, as kernels have it.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int my_init(void)
{
    int n = __VERIFIER_nondet_int();
    assert(n != 4 || n - BUG == 4);
    return 0;
}
int init_module(void) __attribute__((alias("my_init")));
