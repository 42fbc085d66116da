// bug: --entry f -D TYPE=int -D AT=*p
// bug: --entry f -D TYPE=inner -D AT=p->x
// bug: --entry f -D TYPE=number -D AT=p->i
// A pointer to the type of a member may lead to that member; so may one to a structure or union of that type.
#include <assert.h>
typedef struct { int x; } inner;
typedef union { int i; float f; } number;
struct s { int a; inner b; number c; };
void f(TYPE *p, struct s *q)
{
    q->a = q->b.x = q->c.i = 1;
    AT = 7;
    assert(q->a == 1 && q->b.x == 1 && q->c.i == 1);
}
