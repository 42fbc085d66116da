// proved: -D BUG=0
// bug: -D BUG=1 --predicates parameter-changed.txt
// A function that changes its parameter returns something else than it was given.
#include <assert.h>
int input(void);
static int next(int n)
{
    n = n + 1;
    return n;
}
int main(void)
{
    int x = input();
    int y = next(x);
    assert(BUG ? y == x : y != x);
    return 0;
}
