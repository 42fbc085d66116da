// proved: -D BUG=0
// bug: -D BUG=1
// What follows a function that does not return is not reached.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
_Noreturn static void die(void) { exit(1); }
static int check(int n)
{
    if (n < 0)
        die();
    return n;
}
int main(void)
{
    assert(check(__VERIFIER_nondet_int()) >= BUG);
    return 0;
}
