// proved: -D BUG=0
// bug: -D BUG=1
// Bit-fields follow each other inside of a byte.
#include <assert.h>
int input(void);
int main(void)
{
    union { struct { unsigned char a : 3, b : 5; } bits; unsigned char byte; } u;
    u.byte = input();
    assert(u.bits.b == (u.byte >> 3) + BUG && sizeof u == 1);
    return 0;
}
