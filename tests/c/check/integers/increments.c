// proved: -D BUG=0
// bug: -D BUG=1
// What a postfix operator gives is what was there before.
#include <assert.h>
int input(void);
int main(void)
{
    unsigned char c = input();
    int x = input() & 15, old = c, y = x++, z = c--;
    assert(y == x - 1 + BUG && z == old && --x == y);
    return 0;
}
