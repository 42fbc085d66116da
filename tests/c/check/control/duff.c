// bug: -D BUG=1
// Duff's device copies exactly as many.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    int count = __VERIFIER_nondet_int(), done = 0;
    if (count < 1 || count > 6)
        return 0;
    int n = (count + 3) / 4;
    switch (count % 4) {
    case 0: do { done++;
    case 3:      done++;
    case 2:      done++;
    case 1:      done++;
            } while (--n > 0);
    }
    assert(done == count + (BUG && count == 6));
    return 0;
}
