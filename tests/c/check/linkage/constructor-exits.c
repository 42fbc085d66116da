// proved: -D BUG=0
// bug: -D BUG=1
// proved: -D BUG=0 --data-model ilp32
// bug: -D BUG=1 --data-model ilp32
// A constructor that ends the program: main does not run.
#include <assert.h>
int __VERIFIER_nondet_int(void);

#include <stdlib.h>
__attribute__((constructor)) static void begin(void) { if (!BUG || __VERIFIER_nondet_int() != 3) exit(0); }
int main(void)
{
    assert(0);
    return 0;
}
