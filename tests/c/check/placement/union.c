// bug: -D BUG=1
// proved: -D BUG=0
// An address looked at through a union.
#include <assert.h>
static int x;
int main(void)
{
    union { int *p; unsigned half[2]; } u;
    u.p = &x;
    assert(u.p == &x);
    assert(!BUG || u.half[1] == 0);
    return 0;
}
