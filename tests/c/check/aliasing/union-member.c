// bug: --entry f
// A pointer to the type of one member of a union may change the others.
#include <assert.h>
union number { int i; float f; };
void f(float *p, union number *q)
{
    q->i = 1;
    *p = 7;
    assert(q->i == 1);
}
