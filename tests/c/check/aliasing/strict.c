// proved: --entry f -D TYPE=int -D OTHER=long
// proved: --entry f -D TYPE=float -D OTHER=int
// bug: --entry f -D TYPE=int -D OTHER=int
// Values of different types do not overlap: the answer says that it rests on this.
#include <assert.h>
void f(TYPE *p, OTHER *q)
{
    *q = 1;
    *p = 7;
    assert(*q == 1);
}
