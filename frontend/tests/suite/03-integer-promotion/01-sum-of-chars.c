// stage: run; models: lp64, ilp32; exit: 1
// char + char is computed in int: no wrap at 8 bits.
#include <stdio.h>
int main(void) {
    unsigned char a = 200, b = 100;
    signed char c = 100, d = 100;
    int s = a + b, t = c + d;
    unsigned char w = a + b;
    signed char x = c + d;
    printf("%d %d %d %d %d\n", s, t, w, x, (int)sizeof(a + b));
    return a + b > 255;
}
