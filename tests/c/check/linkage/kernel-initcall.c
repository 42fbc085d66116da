// proved: -D BUG=0
// bug: -D BUG=1
// proved: -D BUG=0 --data-model ilp32
// bug: -D BUG=1 --data-model ilp32
// The kernel runs such a function when it starts; a program that starts in main does not, and the answer says so.
#include <assert.h>
int __VERIFIER_nondet_int(void);

typedef int (*initcall_t)(void);
static int up;
static int my_init(void) { up = 1; return 0; }
static initcall_t entry __attribute__((__used__, __section__(".initcall6.init"))) = my_init;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n == 3 && BUG)
        entry();
    assert(up == 0);
    return 0;
}
