// stage: run; models: lp64, ilp32; exit: 1
// int against unsigned converts the int: -1 > 1u.
#include <stdio.h>
int main(void) {
    int a = -1;
    unsigned b = 1;
    long c = -1;
    unsigned long d = 1;
    long long e = -1;
    printf("%d %d %d\n", a < b, c < d, e < (long long)b);
    printf("%d %d\n", e < b, a == 0xffffffffu);
    printf("%d\n", c < b);
    printf("%d\n", a < (unsigned short)b);
    return a > b;
}
