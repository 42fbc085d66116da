// proved: -D BUG=0
// unknown: -D BUG=1
// scanf writes to where its arguments point.
#include <assert.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
static int a = 1, b = 1;
int main(void)
{
    if (__VERIFIER_nondet_int())
        return 0;
    scanf("%d", &a);
    assert((BUG ? a : b) == 1);
    return 0;
}
