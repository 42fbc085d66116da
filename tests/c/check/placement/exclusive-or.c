// proved: -D BUG=0
// bug: -D BUG=1
// The exclusive or of two pointers leads from one to the other.
#include <assert.h>
static int a = 1, b = 2;
int main(void)
{
    unsigned long both = (unsigned long)&a ^ (unsigned long)&b;
    int *p = (int *)(both ^ (unsigned long)&a);
    assert(p == &b);
    assert(!BUG || both < 4096);
    return 0;
}
