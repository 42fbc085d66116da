// stage: run; models: lp64, ilp32; exit: 80
// Unsigned division of values with the top bit set.
#include <stdio.h>
int main(void) {
    unsigned a = 0xfffffff0u, b = 7;
    unsigned char c = 250, d = 3;
    unsigned short e = 65535, f = 256;
    printf("%u %u\n", a / b, a % b);
    printf("%d %d\n", c / d, c % d);
    printf("%d %d\n", e / f, e % f);
    printf("%u %u\n", 3u / a, 3u % a);
    return (int)(a % 200u);
}
