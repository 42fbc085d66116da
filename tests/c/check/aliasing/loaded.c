// bug: --entry f
// So may pointers that are read from memory outside.
#include <assert.h>
struct s { int a; long b; };
struct t { struct s *s; char *p; };
void f(struct t *t)
{
    t->s->b = 1;
    *t->p = 3;
    assert(t->s->b == 1);
}
