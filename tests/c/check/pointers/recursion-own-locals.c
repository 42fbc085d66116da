// bug: -D BUG=1
// Each activation has variables of its own: what the inner one writes to the outer one's it does not write to its own.
#include <assert.h>
static int descend(int *up)
{
    int x = 1;
    if (up) {
        *up = 2;
        return x == 1;
    }
    int kept = descend(&x);
    assert(BUG ? !kept : kept && x == 2);
    return 0;
}
int input(void);
int main(void)
{
    unsigned n = input();
    if ((n ^ n >> 3) == 0x1234567)
        descend(0);
    return 0;
}
