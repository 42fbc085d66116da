// proved: -D BUG=0
// bug: -D BUG=1
// A loop that never ends keeps what is behind it from being reached, although it has nothing to do with it.
#include <assert.h>
int input(void);
int main(void)
{
    unsigned i = input() | 1;
    while (i != 0)
        if (BUG)
            i = 0;
    assert(0);
    return 0;
}
