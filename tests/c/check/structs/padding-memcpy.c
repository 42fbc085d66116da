// unknown: -D BUG=0
// bug: -D BUG=1
// memcpy of a structure, of a part of it, and over members.
#include <assert.h>
#include <string.h>
#include <stddef.h>
int __VERIFIER_nondet_int(void);
struct s { char a; int b; short c; };
int main(void)
{
    if (__VERIFIER_nondet_int())
        return 0;
    struct s x = { 1, 2, 3 }, y = { 4, 5, 6 };
    memcpy(&y, &x, offsetof(struct s, c));
    assert(y.a == 1 && y.b == 2);
    assert(y.c == 6 - 3 * BUG);
    memcpy(&y.c, &x.c, sizeof x.c);
    assert(y.c == 3);
    return 0;
}
