// unknown:
// Where functions lie is open too.
#include <assert.h>
static void f(void) {}
int main(void)
{
    assert((unsigned long)&f < 0x100000000ul);
    return 0;
}
