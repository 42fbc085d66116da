// stage: run; models: lp64, ilp32; exit: 15
// Floats in conditions, loops and the logical operators.
#include <stdio.h>
int main(void) {
    int n = 0;
    for (float x = 0; x < 1; x += 0.125f) n++;
    double d = 1.0;
    while (d) { d /= 2; if (d < 1e-300) d = 0; n++; }
    printf("%d\n", n);
    double e = 0.5;
    printf("%d %d %d\n", e && 1, e || 0, !e);
    printf("%d\n", e ? 3 : 4);
    printf("%d\n", (int)(e < 0.6) + (e >= 0.5) * 2 + (e != 0.5) * 4);
    e += e ? 1 : 2;
    return (int)(e * 10);
}
