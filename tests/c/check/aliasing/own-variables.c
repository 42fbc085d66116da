// proved: --entry f
// Characters from outside lead to none of the program's own variables.
#include <assert.h>
static long own;
void f(char *p)
{
    own = 1;
    p[3] = 7;
    assert(own == 1);
}
