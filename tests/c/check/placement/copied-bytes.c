// bug: -D BUG=1
// proved: -D BUG=0
// The bytes of an address.
#include <assert.h>
static int x;
int main(void)
{
    int *p = &x, *q = 0;
    unsigned char *from = (unsigned char *)&p, *to = (unsigned char *)&q;
    for (unsigned i = 0; i < sizeof p; i++)
        to[i] = from[i];
    assert(q == p);
    assert(!BUG || from[sizeof p - 1] == 0);
    return 0;
}
