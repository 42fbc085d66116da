// stage: run; models: lp64, ilp32; exit: 2
// Differences of unsigned values wrap; converting to a wider signed type does not undo it.
#include <stdio.h>
int main(void) {
    unsigned a = 3, b = 5;
    long long wide = a - b;
    long long fixed = (long long)a - b;
    int back = a - b;
    printf("%u %lld %lld %d\n", a - b, wide, fixed, back);
    printf("%d %d\n", a - b > 0, (int)(a - b) < 0);
    unsigned short c = 3, d = 5;
    printf("%d\n", c - d);
    return (int)(b - a);
}
