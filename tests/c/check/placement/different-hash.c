// bug:
// Two objects may have the same hash.
#include <assert.h>
static int table[16];
static int first, second;
static unsigned hash(void *p) { return ((unsigned)((unsigned long)p >> 4)) & 15; }
int main(void)
{
    table[hash(&first)] = 7;
    table[hash(&second)] = 8;
    assert(table[hash(&first)] == 7);
    return 0;
}
