// bug: --entry f -D TYPE=char
// bug: --entry f -D TYPE=uchar
// bug: --entry f -D TYPE=void
// Characters may be a part of any object.
#include <assert.h>
typedef unsigned char uchar;
struct s { int a; long b; };
void f(TYPE *p, struct s *q)
{
    q->b = 1;
    ((char *)p)[3] = 7;
    assert(q->b == 1);
}
