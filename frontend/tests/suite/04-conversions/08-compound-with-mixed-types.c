// stage: run; models: lp64, ilp32; exit: 1
// op= with operands of different type and sign.
#include <stdio.h>
int main(void) {
    int i = -8;
    unsigned u = 2;
    i /= u;
    printf("%d\n", i);
    i = -8;
    i /= (int)u;
    printf("%d\n", i);
    long long l = -8;
    l /= u;
    printf("%lld\n", l);
    i = -8;
    i >>= u;
    printf("%d\n", i);
    unsigned char c = 10;
    c -= 20u;
    c /= 2;
    printf("%d\n", c);
    short s = 1;
    s -= 2u;
    return s < 0;
}
