// stage: run; models: lp64, ilp32; exit: 25
// ++, -- and compound assignment on floating objects.
#include <stdio.h>
int main(void) {
    double d = 1.5;
    float f = 2.25f;
    double a = d++, b = ++f;
    printf("%g %g %g %g\n", d, a, f, b);
    d -= 0.25;
    f *= d;
    printf("%g %g\n", d, f);
    int i = 7;
    i /= 2.0;
    printf("%d\n", i);
    i += 0.9;
    i *= 1.5f;
    printf("%d\n", i);
    unsigned char c = 10;
    c *= 2.55;
    return c;
}
