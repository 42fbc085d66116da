// unknown: -D BUG=0
// bug: -D BUG=1
// A destructor runs when main returns, and when exit is called.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int state;
__attribute__((destructor)) static void last(void) { if (state == 5) reach_error(); }
int main(void)
{
    state = __VERIFIER_nondet_int() ? 4 + BUG : 3;
    if (state == 3)
        return 0;
    exit(1);
}
