// proved: -D BUG=0
// bug: -D BUG=1
// A structure that points to itself, copied: the copy points to the original.
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct s { struct s *self; int v; };
int main(void)
{
    if (__VERIFIER_nondet_int())
        return 0;
    struct s a = { &a, 1 }, b;
    b = a;
    b.self->v = 5;
    assert(a.v == 5);
    assert(b.v == 1 + 4 * BUG);
    return 0;
}
