// proved: -D BUG=0
// bug: -D BUG=1
// Members that an initialiser leaves out are zero; a local without one is not.
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct s { int a, b[2]; };
int main(void)
{
    if (__VERIFIER_nondet_int())
        return 0;
    struct s s = { 1 }, t;
    t.a = 1;
    assert(s.b[1] == 0);
    assert((BUG ? t.b[0] : s.b[0]) == 0);
    return 0;
}
