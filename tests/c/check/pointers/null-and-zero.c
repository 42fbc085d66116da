// proved: -D BUG=0
// bug: -D BUG=1
// Null compares equal to zero and to nothing that exists.
#include <assert.h>
#include <stddef.h>
int __VERIFIER_nondet_int(void);
static int g;
int main(void)
{
    int *p = NULL;
    if (__VERIFIER_nondet_int())
        p = &g;
    if (!p)
        assert(p == (void *)0);
    else
        *p = 1;
    assert(p ? g == 1 - BUG : g == 0);
    return 0;
}
