// stage: run; models: lp64, ilp32; exit: 1
// float has 24 bits: constants and sums are rounded to them.
#include <stdio.h>
int main(void) {
    float f = 0.1f;
    double d = 0.1;
    printf("%d %d\n", f == d, f == (float)d);
    printf("%.9g %.17g\n", f, (double)f);
    float big = 16777216.0f;
    printf("%d\n", big + 1.0f == big);
    printf("%.1f\n", big + 1.0);
    float g = 1.0f / 3.0f;
    printf("%.9f %d\n", g, (int)sizeof(f * 2));
    printf("%d %d\n", (int)sizeof(f * 2.0), (int)sizeof 1.0f);
    return f > d;
}
