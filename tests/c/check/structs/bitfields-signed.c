// proved: -D BUG=0
// bug: -D BUG=1
// Signed bit-fields: one bit is 0 or -1.
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct f { signed a : 1; signed b : 4; int c : 32; };
int main(void)
{
    struct f f;
    int n = __VERIFIER_nondet_int();
    f.a = n;
    f.b = n;
    f.c = n;
    assert(f.a == 0 || f.a == -1);
    assert((f.a == -1) == (n & 1));
    assert(f.b >= -8 && f.b <= 7 - BUG);
    assert(f.c == n);
    return 0;
}
