// unknown: -D BUG=0
// bug: -D BUG=1
// calloc gives zeros; realloc keeps what was there.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    int *p = calloc(2, sizeof *p);
    if (!p)
        return 0;
    assert(p[0] == 0 && p[1] == 0);
    p[1] = 7;
    p = realloc(p, 4 * sizeof *p);
    if (!p)
        return 0;
    p[3] = 1;
    assert(p[0] == 0);
    assert(p[1] == (__VERIFIER_nondet_int() ? 7 : 7 - BUG));
    return 0;
}
