// unknown: -D BUG=0
// bug: -D BUG=1
// memcpy of as many bytes as the input says.
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    unsigned char a[4] = { 1, 2, 3, 4 }, b[4] = { 0 };
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 4)
        return 0;
    memcpy(b, a, n);
    assert(b[0] == (n > 0));
    assert(b[3] == (n > 3 - BUG ? 4 : 0));
    return 0;
}
