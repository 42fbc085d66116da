// proved: -D BUG=0
// bug: -D BUG=1
// proved: -D BUG=0 --data-model ilp32
// bug: -D BUG=1 --data-model ilp32
// A function of the C library is there, weak or not.
#include <assert.h>
int __VERIFIER_nondet_int(void);

#include <stdlib.h>
extern int atoi(const char *) __attribute__((weak));
static int absolute(int) __attribute__((weakref("abs")));
int main(void)
{
    int n = __VERIFIER_nondet_int();
    assert(atoi && absolute && !(BUG && n == 3));
    return 0;
}
