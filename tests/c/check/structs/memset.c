// proved: -D BUG=0
// bug: -D BUG=1
// memset writes bytes, whatever the members are.
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
struct s { char a; int b; short c[2]; };
int main(void)
{
    if (__VERIFIER_nondet_int())
        return 0;
    struct s s = { 1, 2, { 3, 4 } };
    memset(&s.b, 1, sizeof s.b);
    assert(s.b == 0x01010101 && s.a == 1 && s.c[0] == 3);
    memset(&s, 0xff, sizeof s);
    assert(s.b == -1 && s.c[1] == -1);
    assert(s.a == -1 + BUG);
    return 0;
}
