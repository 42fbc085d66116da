// bug: -D CASE=1
// bug: -D CASE=2
// bug: -D CASE=3
// bug: -D CASE=4
// Loops whose executions are followed all at once: what is behind them depends on every round, on how many there are,
// and on what a function returned before; no likely input gets there.
#include <assert.h>
int input(void);
static int is_key(unsigned n)
{
    return (n ^ n >> 3) == 0x1234567;
}
static unsigned mixed(unsigned n)
{
    unsigned h = 1;
    for (int i = 0; i < 8; i++)
        if (n >> i & 1)
            h = h * 5 + 1;
        else
            h = h * 3 + 2;
    return h;
}
int main(void)
{
    unsigned n = input(), key = input();
#if CASE == 1
    if (mixed(n) == 90851)
        assert(!is_key(key));
#elif CASE == 2
    unsigned i;
    for (i = 0; i < (n & 63); i++)
        ;
    if (i == 50)
        assert(!is_key(key));
#elif CASE == 3
    unsigned a = input(), h = 1;
    if (a > 7)
        h = mixed(n);
    unsigned g = mixed(n);
    if (a == 3 && g == 90851)
        assert(!is_key(key) || h != 1);
#else
    float f = input();
    unsigned h = 0;
    for (int i = 0; i < 6; i++)
        if (f > i)
            h = h * 3 + 1;
        else
            h = h * 3 + 2;
    if (h != 364)
        assert(!is_key(key));
#endif
    return 0;
}
