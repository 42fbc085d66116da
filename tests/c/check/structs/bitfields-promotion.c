// proved: -D BUG=0
// bug: -D BUG=1
// A narrow unsigned bit-field is promoted to int: the difference may be negative.
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct f { unsigned a : 3; unsigned b : 32; };
int main(void)
{
    if (__VERIFIER_nondet_int())
        return 0;
    struct f f = { 1, 1 };
    assert(f.a - 2 < 0);
    assert((f.b - 2 < 0) == BUG);
    return 0;
}
