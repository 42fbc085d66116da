// proved: -D BUG=0
// bug: -D BUG=1
// A jump out of two loops, and back before them.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    int i, j, tries = 0;
again:
    for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++)
            if (i + j == 3)
                goto found;
    assert(0);
found:
    assert(i == 1 && j == 2);
    if (tries++ < 1)
        goto again;
    assert(tries == 2 + BUG);
    return 0;
}
