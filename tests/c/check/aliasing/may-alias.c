// bug: --entry f -D TYPE=may_alias_int
// proved: --entry f -D TYPE=int
// A type that is declared so may be anything, a plain one may not.
#include <assert.h>
typedef short may_alias_int __attribute__((__may_alias__));
struct s { int a; long b; };
void f(TYPE *p, struct s *q)
{
    q->b = 1;
    *p = 3;
    assert(q->b == 1);
}
