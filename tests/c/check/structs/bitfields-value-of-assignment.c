// proved: -D BUG=0
// bug: -D BUG=1
// The value of an assignment to a bit-field is what fits.
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct f { unsigned a : 2; int b : 2; };
int main(void)
{
    if (__VERIFIER_nondet_int())
        return 0;
    struct f f;
    int x = f.a = 5;
    int y = (f.b = 2);
    assert(x == 1);
    assert(y == -2 + BUG);
    return 0;
}
