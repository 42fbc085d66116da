// stage: run; models: lp64, ilp32; exit: 13
// Mixed-sign constant folding must agree with run-time evaluation.
#include <stdio.h>
int main(void) {
    volatile int m1 = -1;
    volatile unsigned u1 = 1;
    printf("%d %d\n", -1 < 1u, m1 < u1);
    printf("%d %d\n", -1 / 2u == 2147483647u, m1 / 2u == 2147483647u);
    printf("%lld %lld\n", -1 + 0LL + 1u, m1 + 0LL + u1);
    printf("%lld %lld\n", (-1 + 0u) + 0LL, (m1 + 0u) + 0LL);
    enum { BIG = (-1 > 0u) ? 10 : 20 };
    char arr[(-1 < 0u) + 3];
    return BIG + sizeof arr;
}
