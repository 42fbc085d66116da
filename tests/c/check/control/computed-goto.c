// unknown: -D BUG=0
// bug: -D BUG=1
// Labels as values, in a table.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    static void *table[] = { &&one, &&two, &&done };
    int n = __VERIFIER_nondet_int(), r = 0;
    if (n < 0 || n > 2)
        return 0;
    goto *table[n];
one:
    r += 1;
two:
    r += 2;
    goto *table[2];
done:
    assert(r == (n == 0 ? 3 : n == 1 ? 2 + BUG : 0));
    return 0;
}
