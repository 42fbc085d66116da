// stage: run; models: lp64, ilp32; exit: 25
// E1 op= E2 computes in the common type and then converts back to E1's.
#include <stdio.h>
int main(void) {
    unsigned char a = 200;
    a += 100;
    signed char b = 100;
    b *= 3;
    short c = 1000;
    c <<= 6;
    unsigned char d = 7;
    d -= 8;
    int e = 10;
    e *= 2.55;
    unsigned f = 5;
    f /= -1;
    char g = 'A';
    g |= 0x120;
    printf("%d %d %d %d %d %u %d\n", a, b, c, d, e, f, g);
    long long h = 1;
    h <<= 40;
    h ^= 0xff;
    printf("%lld\n", h);
    return e;
}
