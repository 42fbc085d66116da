// proved: -D BUG=0
// bug: -D BUG=1
// A local of the body of a loop starts anew in every turn.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    int *last = 0, n = 0;
    for (int i = 0; i < 3; i++) {
        int x = 0;
        last = &x;
        *last += 1;
        n += x;
    }
    assert(n == (__VERIFIER_nondet_int() ? 3 : 3 + BUG));
    return 0;
}
