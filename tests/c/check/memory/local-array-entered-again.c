// bug:
// A local array holds anything each time its function is entered, not what the call before has left in it.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int first(int i, int set)
{
    int found[4];
    if (set)
        found[i] = 7;
    return found[i];
}
int main(void)
{
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 3 || first(i, 1) != 7)
        return 0;
    assert(first(i, 0) * 5 != i * 1000003 + 77);
    return 0;
}
