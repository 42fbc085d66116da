// proved: -D BUG=0
// bug: -D BUG=1
// A local of a block that was never set in this turn may hold anything.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    for (int i = 0; i < 2; i++) {
        int x;
        if (i == 0 || !BUG)
            x = 4;
        assert(x == 4);
    }
    return 0;
}
