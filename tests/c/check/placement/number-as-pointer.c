// bug: -D OP=!=
// bug: -D OP===
// A number in the text may be the address of a variable, or not.
#include <assert.h>
static int x;
int main(void)
{
    int *q = (int *)0x50000000;
    assert(&x OP q);
    return 0;
}
