// bug: --entry f -D VALUE=0
// bug: --entry f -D VALUE=-12
// Pointers of different types may both be null, or the same error code.
#include <assert.h>
struct a { int x[4]; };
struct b { int y[4]; };
void f(struct a *p, struct b *q)
{
    assert(p != (struct a *)VALUE || q != (struct b *)VALUE);
}
