// proved: -D BUG=0
// bug: -D BUG=1
// main runs again: globals are not as they were initialised.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int round;
int main(void)
{
    assert(round == 0 || round == 1 + BUG * 3);
    if (round == 0 && __VERIFIER_nondet_int()) {
        round = 1;
        main();
    }
    return 0;
}
