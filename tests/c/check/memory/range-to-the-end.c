// bug: -D CASE=1
// bug: -D CASE=2
// proved: -D CASE=3
// proved: -D CASE=4
// A copy and a fill write their last byte, and what they were given.
#include <assert.h>
#include <string.h>
int input(void);
int main(void)
{
    char from[8] = { 1, 2, 3, 4, 5, 6, 7, 8 }, to[8] = { 0 };
    unsigned long n = input();
    if (n < 1 || n > 8)
        return 0;
#if CASE % 2
    memcpy(to, from, n);
    assert(to[n - 1] == (CASE == 3 ? from[n - 1] : 0));
#else
    memset(to, 3, n);
    assert(to[n - 1] == (CASE == 4 ? 3 : 0));
#endif
    return 0;
}
