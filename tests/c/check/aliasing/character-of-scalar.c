// bug: --entry f
// A long is seen as bytes through another parameter.
#include <assert.h>
void f(signed char *p, long *q)
{
    *q = 1;
    p[3] = 7;
    assert(*q == 1);
}
