// proved: -D BITS=3
// bug: -D BITS=7
// An int lies at a multiple of four, and no more is certain.
#include <assert.h>
static int x, y;
int main(void)
{
    assert(((unsigned long)&x & BITS) == 0);
    assert(((unsigned long)&y & BITS) == 0);
    return 0;
}
