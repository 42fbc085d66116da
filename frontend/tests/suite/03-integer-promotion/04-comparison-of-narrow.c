// stage: run; models: lp64, ilp32; exit: 9
// Narrow unsigned operands compare as ints: -1 is less than any of them.
#include <stdio.h>
int main(void) {
    unsigned char uc = 255;
    unsigned short us = 1;
    signed char sc = -1;
    int m = -1;
    printf("%d %d %d %d\n", uc > m, us > m, uc == sc, (unsigned char)sc == uc);
    printf("%d %d\n", sc < us, us - 2 < 0);
    return us - 2 < 0 ? 9 : 10;
}
