// bug: -D HEAP=0
// bug: -D HEAP=1
// proved: -D HEAP=0 --data-model ilp32
// An unsigned int holds half of an address only.
#include <assert.h>
#include <stdlib.h>
static int x;
int main(void)
{
    void *p = HEAP ? malloc(4) : &x;
    unsigned i = (unsigned)(unsigned long)p;
    assert((void *)(unsigned long)i == p);
    return 0;
}
