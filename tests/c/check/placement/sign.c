// bug: -D OP=<
// bug: -D OP=>
// proved: -D OP=!=
// As numbers with a sign, addresses of a process are positive and those of a kernel are not.
#include <assert.h>
static int x;
int main(void)
{
    assert((long)&x OP 0);
    return 0;
}
