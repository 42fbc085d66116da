// bug: --entry f -D BUG=1
// proved: --entry f -D BUG=0
// What is stored through one pointer may be read as characters through the other.
#include <assert.h>
struct s { int a; int b; };
void f(const char *p, struct s *q)
{
    char before = p[0];
    if (BUG)
        q->b = 0x01010101;
    assert(p[0] == before);
}
