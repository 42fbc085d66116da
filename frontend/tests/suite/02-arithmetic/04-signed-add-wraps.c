// stage: run; models: lp64, ilp32; wrap: signed; exit: 1
// With -fwrapv signed addition wraps in two's complement.
#include <limits.h>
#include <stdio.h>
int main(void) {
    int a = INT_MAX;
    long long b = LLONG_MAX;
    long c = LONG_MIN;
    a = a + 1;
    b = b + 2;
    c = c - 1;
    printf("%d %lld %d\n", a, b, c == LONG_MAX);
    a = INT_MIN;
    printf("%d %d\n", -a, a - 1);
    return a < 0;
}
