// cegar:
#include <assert.h>
#include <limits.h>
#define GET(x) x = nondet_int()
#define CHECK(c) do { if (!(c)) return 1; } while (0)
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void)
{
    int x;
    unsigned /* a comment */ y = nondet_uint(); if (y != UINT_MAX) return 0;
    x = 2 * (nondet_int() /* another ) */);
    CHECK(x == 12);
    while (y) { y = y >> 31; assert(x != 12 || y != 1); }
    return 0;
}
