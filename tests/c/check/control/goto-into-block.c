// proved: -D BUG=0
// bug: -D BUG=1
// A jump into a block skips the initialisation there.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    int r = 0, first = 1;
    if (__VERIFIER_nondet_int())
        goto inside;
    if (r == 0) {
        r = 5;
inside:
        r += 2;
    }
    if (first) {
        first = 0;
        goto inside;
    }
    assert(r == 4 || r == 9 - BUG);
    return 0;
}
