// stage: run; models: lp64; exit: 76
// Signed and unsigned 128-bit division, printed in decimal.
#include <stdio.h>
static void show(__int128 v) {
    char buf[48], *p = buf + 47;
    int neg = v < 0;
    unsigned __int128 u = neg ? -(unsigned __int128)v : v;
    *p = 0;
    do *--p = '0' + (int)(u % 10); while (u /= 10);
    if (neg) *--p = '-';
    puts(p);
}
int main(void) {
    __int128 f = 1;
    for (int i = 2; i <= 33; i++) f *= i;
    show(f);
    show(-f / 1000003);
    show(-f % 1000003);
    show(((__int128)1 << 127) - 1 + ((__int128)1 << 126));
    return (int)(f / 1000000007 % 100);
}
