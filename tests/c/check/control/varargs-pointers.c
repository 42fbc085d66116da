// proved: -D BUG=0
// bug: -D BUG=1
// A pointer among variable arguments leads where it led.
#include <assert.h>
#include <stdarg.h>
int input(void);
static void set(int count, ...)
{
    va_list list;
    va_start(list, count);
    int *to = va_arg(list, int *);
    if (count > 0)
        *to = 5;
    va_end(list);
}
int main(void)
{
    int x = 0;
    set(BUG ? input() : 0, &x, 0);
    assert(x == 0);
    return 0;
}
