// proved: -D BUG=0
// bug: -D BUG=1
// A counter of eight bits never comes to 300: nothing after the loop is reached.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    unsigned char i;
    int n = __VERIFIER_nondet_int();
    for (i = 0; i < (BUG ? 30 : 300); i++)
        if (n == i + 1000)
            return 0;
    assert(0);
    return 0;
}
