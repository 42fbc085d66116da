// stage: run; models: lp64, ilp32; wrap: signed; exit: 106
// A linear congruential generator in signed int needs wrapping products.
#include <stdio.h>
static int state = 12345;
static int next(void) {
    state = state * 1103515245 + 12345;
    return (state >> 16) & 0x7fff;
}
int main(void) {
    int sum = 0;
    for (int i = 0; i < 12; i++) {
        int v = next();
        sum ^= v;
        printf("%d ", v);
    }
    printf("\n%d\n", 65536 * 65535 + sum);
    return sum & 127;
}
