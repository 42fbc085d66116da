// proved: -D BUG=0
// bug: -D BUG=1
// Assembly that exchanges pointers, and assembly that hides them from the compiler.
#include <assert.h>
static int x, y;
static int *kept = &y;
int main(void)
{
    int *other = &x;
    unsigned long hidden;
    __asm__("" : "=r"(hidden) : "0"(&y));
    *(int *)hidden = 3;
    assert(y == 3);
    if (BUG) {
        __asm__ volatile("xchg %0, %1" : "+r"(other), "+m"(kept));
        *kept = 5;
        assert(x == 0);
    }
    return 0;
}
