// bug: -D OP===
// bug: -D OP=!=
// The end of one array may be where another begins.
#include <assert.h>
static int a[2], b[2];
int main(void)
{
    int *end = a + 2;
    assert(end OP b);
    return 0;
}
