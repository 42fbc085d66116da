// proved: -D BUG=0
// bug: -D BUG=1
// A matrix as a flat array.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int m[2][2];
int main(void)
{
    int *p = &m[0][0], i = __VERIFIER_nondet_int();
    if (i < 0 || i > 3)
        return 0;
    p[i] = 7;
    assert(m[1][1] == (i == 3 ? 7 : BUG));
    return 0;
}
