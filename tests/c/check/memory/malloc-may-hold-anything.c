// proved: -D BUG=0
// bug: -D BUG=1
// Fresh memory holds anything.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    if (__VERIFIER_nondet_int())
        return 0;
    unsigned char *p = malloc(2);
    if (!p)
        return 0;
    if (!BUG)
        p[0] = 5;
    assert(p[0] == 5);
    return 0;
}
