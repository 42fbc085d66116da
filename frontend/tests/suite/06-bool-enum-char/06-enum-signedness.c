// stage: run; models: lp64, ilp32; exit: 2
// gcc: an enum without negative values is unsigned int, one with them is int; the constants are int.
#include <stdio.h>
enum u { U0, U1 };
enum s { S0 = -1, S1 };
int main(void) {
    enum u u = U0;
    enum s s = S1;
    printf("%d %d\n", u - 1 < 0, s - 1 < 0);
    printf("%d\n", U0 - 1 < 0);
    u = -1;
    printf("%d %d\n", u > 0, (int)u);
    s = S0;
    printf("%lld %lld\n", (long long)u, (long long)s);
    return (u > 0) * 2 + (s > 0);
}
