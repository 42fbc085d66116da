// proved: -D KEY=16
// bug: -D KEY=3
// bug: -D KEY=0
// A hash of an address is any number of its range.
#include <assert.h>
static int table[16];
static int object;
int main(void)
{
    unsigned h = (unsigned)((unsigned long)&object >> 4) & 15;
    assert(h != KEY);
    return 0;
}
