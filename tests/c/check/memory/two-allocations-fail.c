// proved: -D BUG=0
// bug: -D BUG=1
// Two allocations may fail both.
#include <assert.h>
void *kmalloc(unsigned long size, int flags);

int main(void)
{
    int *p = kmalloc(sizeof *p, 0);
    int *q = kmalloc(2 * sizeof *q, 0);
    if (p && q)
        assert(p != q);
    if (BUG)
        assert(p || q);
    return 0;
}
