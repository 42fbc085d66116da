// bug: -D OP=<
// bug: -D OP=>=
// An address compared with a number.
#include <assert.h>
static int x;
int main(void)
{
    assert((unsigned long)&x OP 0x40000000);
    return 0;
}
