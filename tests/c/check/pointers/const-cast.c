// proved: -D BUG=0
// bug: -D BUG=1
// A pointer to const may still point to something that others change.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int look(const int *p, int *q)
{
    int before = *p;
    (*q)++;
    return *p - before;
}
int main(void)
{
    if (__VERIFIER_nondet_int())
        return 0;
    int a = 4, b = 4;
    assert(look(&a, &b) == 0);
    assert(look(&a, &a) == 1 - BUG);
    return 0;
}
