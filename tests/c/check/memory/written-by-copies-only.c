// proved: -D BUG=0
// bug: -D BUG=1
// A table that nothing but the library writes does not hold its initial contents for ever.
#include <assert.h>
#include <string.h>
int input(void);
static int table[2], other[2];
int main(void)
{
    int from[2] = { 1, 2 };
    unsigned long size = input() & 4;
    memcpy(table, from, size);
    assert((BUG ? table : other)[0] == 0);
    return 0;
}
