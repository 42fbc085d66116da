// proved:
// Whatever the hash of an address is, it is the same the next time.
#include <assert.h>
static int table[16];
static int object;
static unsigned hash(void *p) { return ((unsigned)((unsigned long)p >> 4)) & 15; }
int main(void)
{
    table[hash(&object)] = 7;
    assert(table[hash(&object)] == 7);
    return 0;
}
