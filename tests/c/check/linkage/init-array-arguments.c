// proved: -D BUG=0
// bug: -D BUG=1
// proved: -D BUG=0 --data-model ilp32
// bug: -D BUG=1 --data-model ilp32
// Functions of .init_array are given the arguments of main: no matter, if they do not look at them.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int ready;
static void begin(int count, char **arguments, char **environment) { ready = 1; }
__attribute__((section(".init_array"), used)) static void (*entry)(int, char **, char **) = begin;
int main(void)
{
    assert(ready == (__VERIFIER_nondet_int() ? 1 : 1 - BUG));
    return 0;
}
