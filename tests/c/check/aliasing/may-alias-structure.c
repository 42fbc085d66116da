// bug: --entry f
// A structure that is declared so, too.
#include <assert.h>
struct any { short n; } __attribute__((may_alias));
struct s { int a; long b; };
void f(struct any *p, struct s *q)
{
    q->b = 1;
    p->n = 3;
    assert(q->b == 1);
}
