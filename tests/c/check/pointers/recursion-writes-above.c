// bug: --predicates recursion-writes-above.txt
// A recursive call writes a variable of the activation that called it.
#include <assert.h>
int input(void);
static void descend(int *up)
{
    int x = 1;
    if (up) {
        *up = 2;
        return;
    }
    descend(&x);
    assert(x == 1);
}
int main(void)
{
    unsigned n = input();
    if ((n ^ n >> 3) == 0x1234567)
        descend(0);
    return 0;
}
