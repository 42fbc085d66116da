// proved: -D BUG=0
// bug: -D BUG=1
// A loop whose bound is changed by a call within it.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int limit = 2;
static void extend(int i) { if (i == 1) limit = 4; }
int main(void)
{
    int i, n = 0;
    if (__VERIFIER_nondet_int())
        limit = 1;
    int start = limit;
    for (i = 0; i < limit; i++) {
        extend(i);
        n++;
    }
    assert(n == (start == 1 ? 1 : 4 - BUG));
    return 0;
}
