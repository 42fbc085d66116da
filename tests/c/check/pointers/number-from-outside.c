// proved: -D BUG=0
// bug: -D BUG=1
// A number from outside may be the address of what was given away.
#include <assert.h>
void give(int *);
unsigned long number(void);
static int given, kept;
int main(void)
{
    give(&given);
    int *p = (int *)number();
    if (p == &given)
        *p = 5;
    assert((BUG ? given : kept) == 0);
    return 0;
}
