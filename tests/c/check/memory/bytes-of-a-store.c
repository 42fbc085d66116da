// proved: -D CASE=1
// proved: -D CASE=2
// bug: -D CASE=3
// bug: -D CASE=4
// A value of which some bytes were stored by themselves, at a place that is known or not.
#include <assert.h>
int input(void);
int main(void)
{
    union {
        int whole;
        short halves[2];
        char bytes[4];
    } u;
    int n = input() & 1;
    u.whole = n;
#if CASE % 2
    u.bytes[2] = 7;
    assert(u.whole == (CASE == 1 ? n + (7 << 16) : n));
#else
    u.halves[n] = 5;
    assert(n == 0 || u.whole == (CASE == 2 ? n + (5 << 16) : n));
#endif
    return 0;
}
