// proved: -D BITS=0
// bug: -D BITS=1
// A character lies anywhere.
#include <assert.h>
static char a, b;
int main(void)
{
    assert(((unsigned long)&a & BITS) == 0);
    assert(((unsigned long)&b & BITS) == 0);
    return 0;
}
