// proved: -D BUG=0
// bug: -D BUG=1
// Unsigned bit-fields wrap in their own width, and neighbours stay.
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct f { unsigned a : 3, b : 5, : 2, c : 1; };
int main(void)
{
    struct f f = { 0, 9, 1 };
    int n = __VERIFIER_nondet_int();
    f.a = n;
    assert(f.a == (n & 7));
    f.a = 7;
    f.a++;
    assert(f.a == 0);
    f.c = 2;
    assert(f.c == BUG);
    assert(f.b == 9);
    return 0;
}
