// proved: -D BUG=0
// bug: -D BUG=1
// proved: -D BUG=0 --data-model ilp32
// bug: -D BUG=1 --data-model ilp32
// The address of a name that is weak and defined nowhere is null, in initialisers too.
#include <assert.h>
int __VERIFIER_nondet_int(void);

extern int number __attribute__((weak));
extern int table[] __attribute__((weak));
extern int function(void) __attribute__((weak));
int *p = &number, *t = table;
int (*q)(void) = function;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    assert(&number == 0 && p == 0 && t == 0 && q == 0 && function == (BUG && n == 3 ? (int (*)(void))main : 0));
    return 0;
}
