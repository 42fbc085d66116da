// bug: -D CASE=1
// bug: -D CASE=2
// proved: -D CASE=3
// proved: -D CASE=4
// What a run that stops is ruled out by leaves the last index, and the widest shift.
#include <assert.h>
int input(void);
static int table[4];
int main(void)
{
    int n = input();
#if CASE % 2
    table[n] = 1;
    assert(n < (CASE == 3 ? 4 : 3));
#else
    unsigned bit = 1u << n;
    assert(n < (CASE == 4 ? 32 : 31));
    return bit == 0;
#endif
    return 0;
}
