// stage: run; models: lp64, ilp32; exit: 10
// long double has 64 bits of precision on x86.
#include <stdio.h>
int main(void) {
    long double a = 1.0L / 3.0L;
    double b = 1.0 / 3.0;
    printf("%d\n", a == b);
    printf("%.20Lf\n", a);
    long double big = 9007199254740993.0L;
    printf("%.0Lf %lld\n", big, (long long)big);
    unsigned long long u = 18446744073709551615ULL;
    long double lu = u;
    printf("%d\n", (unsigned long long)lu == u);
    float f = (float)a;
    printf("%.9g\n", f);
    return (int)(a * 30);
}
