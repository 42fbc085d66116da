// proved: -D BUG=0
// bug: -D BUG=1
// A pointer that is set twice leads to two places, and a call writes both.
#include <assert.h>
int input(void);
static void both(int *a, int *b)
{
    int *p = a;
    *p = 2;
    p = b;
    *p = 2;
}
int main(void)
{
    int x = 1, y = 1;
    for (int n = input(); n > 0; n--)
        assert(x == 1);
    both(&x, &y);
    assert(y == 2 && x == (BUG ? 1 : 2));
    return 0;
}
