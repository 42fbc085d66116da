// bug: --entry f
// The variant with the other sign may be the same object.
#include <assert.h>
void f(unsigned *p, int *q)
{
    *q = 1;
    *p = 7;
    assert(*q == 1);
}
