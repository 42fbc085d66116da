// bug: -D FAR=4
// proved: -D FAR=0
// How far apart two variables are is open, but they are.
#include <assert.h>
static int first, second;
int main(void)
{
    long d = (long)((unsigned long)&second - (unsigned long)&first);
    assert(d != FAR);
    return 0;
}
