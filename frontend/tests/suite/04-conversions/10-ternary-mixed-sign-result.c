// stage: run; models: lp64, ilp32; exit: 15
// int and unsigned arms: the common type is unsigned, seen when widened.
#include <stdio.h>
static long long pick(int c, int a, unsigned b) { return c ? a : b; }
static long long pick2(int c, short a, long long b) { return c ? a : b; }
static double pick3(int c, int a, double b) { return c ? a : b; }
int main(void) {
    printf("%lld %lld\n", pick(1, -1, 5), pick(0, -1, 5));
    printf("%lld %lld\n", pick2(1, -1, 5), pick2(0, -1, 5));
    printf("%.2f %.2f\n", pick3(1, -1, 2.5), pick3(0, -1, 2.5));
    return (int)(pick(1, -1, 0) >> 28);
}
