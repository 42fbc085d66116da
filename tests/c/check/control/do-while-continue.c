// proved: -D BUG=0
// bug: -D BUG=1
// In do-while, continue goes to the condition.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = 0, skipped = 0;
    do {
        if (n == 1) {
            skipped = 1;
            continue;
        }
    } while (++n < 3 && !(skipped && n == 2));
    assert(n == 2 + BUG);
    return __VERIFIER_nondet_int();
}
