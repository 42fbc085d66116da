// proved: -D BUG=0
// bug: -D BUG=1
// Bit-fields go with the copy of a structure, bit-fields of 64 bits too.
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct f { unsigned long long a : 40; unsigned long long b : 20; _Bool c : 1; };
int main(void)
{
    if (__VERIFIER_nondet_int())
        return 0;
    struct f f = { 0x123456789a, 0xfffff, 1 }, g;
    g = f;
    f.b++;
    assert(f.b == 0 && f.a == 0x123456789a);
    assert(g.b == 0xfffff && g.c);
    g.c = 4;
    assert(g.c == 1 - BUG);
    return 0;
}
