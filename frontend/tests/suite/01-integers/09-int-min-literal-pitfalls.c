// stage: run; models: lp64, ilp32; exit: 1
// -2147483648 is a long (long long on ILP32) negated, not an int.
#include <stdio.h>
int main(void) {
    int m = -2147483647 - 1;
    printf("%d %d\n", (int)sizeof(-2147483648), (int)sizeof(-2147483647 - 1));
    printf("%d\n", -2147483648 < 0);
    printf("%d\n", 0x80000000 > 0);
    printf("%d\n", -0x80000000 > 0);
    printf("%d\n", m == -2147483648);
    return -m == m;
}
