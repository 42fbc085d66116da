// bug: --entry f -D HOW=memset(p,0,4)
// bug: --entry f -D HOW=memcpy(p,from,4)
// Library functions write characters.
#include <assert.h>
#include <string.h>
struct s { int a; long b; };
static char from[4];
void f(char *p, struct s *q)
{
    q->b = 1;
    HOW;
    assert(q->b == 1);
    assert(p[0] == 0 || q->b == 1);
}
