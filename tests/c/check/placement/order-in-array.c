// proved: -D OP=<
// bug: -D OP=>
// In one array the order is certain.
#include <assert.h>
static int a[4];
int main(void)
{
    assert(&a[1] OP &a[2]);
    return 0;
}
