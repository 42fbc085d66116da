// proved: -D BUG=0 --predicates returned-again.txt
// bug: -D BUG=1 --predicates returned-again.txt
// What a function returns may be what its caller has: only an allocator returns something new.
#include <assert.h>
static int object, other;
int input(void);
static int *find(int which)
{
    return which ? &object : &other;
}
int main(void)
{
    int *p = &object;
    int *q = find(BUG ? input() : 0);
    assert(p != q);
    return 0;
}
