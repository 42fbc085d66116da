// proved: -D BUG=0
// bug: -D BUG=1
// A callee stores to one object itself, and lets the library write another one.
#include <assert.h>
#include <string.h>
int input(void);
static void both(int *a, int *b, unsigned long size)
{
    static const int two = 2;
    *b = 2;
    memcpy(a, &two, size);
}
int main(void)
{
    int v[2] = { 1, 1 };
    for (int n = input(); n > 0; n--)
        assert(v[0] == 1);
    both(&v[0], &v[1], input() ? sizeof v[0] : 0);
    if (v[1] == 2)
        assert(!BUG || v[0] == 1);
    return 0;
}
