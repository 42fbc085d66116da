// unknown: -D BUG=0
// bug: -D BUG=1
// What atexit registers is run when main returns.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int state;
static void last(void) { if (state != 1) reach_error(); }
int main(void)
{
    atexit(last);
    state = 1;
    if (__VERIFIER_nondet_int() == 4)
        state = 1 + BUG;
    return 0;
}
