// A register of a device may hold something else whenever it is read.
// verdict: bug
// says: (*(volatile unsigned int *)1073745920) = 
// not: left out
#include <assert.h>
#define STATUS (*(volatile unsigned *)0x40001000)

int main(void)
{
    if (STATUS & 1) {
        unsigned again = STATUS;
        assert(again & 1);
    }
    return 0;
}
