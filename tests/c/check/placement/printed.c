// proved:
// To print an address depends on nothing.
#include <assert.h>
#include <stdio.h>
static int x;
int main(void)
{
    printf("%p %lx\n", (void *)&x, (unsigned long)&x);
    x = 4;
    assert(x == 4);
    return 0;
}
