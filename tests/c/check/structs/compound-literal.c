// proved: -D BUG=0
// bug: -D BUG=1
// A compound literal is an object of its own, and has an address.
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct s { int a, b; };
static int sum(const struct s *s) { return s->a + s->b; }
int main(void)
{
    if (__VERIFIER_nondet_int())
        return 0;
    struct s *p = &(struct s){ 1, 2 };
    p->a = 5;
    assert(sum(p) == 7);
    assert(sum(&(struct s){ .b = 3 }) == 3);
    int *q = (int[]){ 1, 2, 3 };
    q[1] = 7;
    assert(q[0] + q[1] + q[2] == 11 + BUG);
    return 0;
}
