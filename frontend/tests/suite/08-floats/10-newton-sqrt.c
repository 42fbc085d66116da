// stage: run; models: lp64, ilp32; exit: 39
// Newton's iteration converges to the same bits.
#include <stdio.h>
static double root(double x) {
    double r = x > 1 ? x : 1, last;
    do { last = r; r = (r + x / r) / 2; } while (r < last);
    return r;
}
int main(void) {
    double v[] = {2, 3, 10, 1e10, 0.25};
    for (int i = 0; i < 5; i++) printf("%.15g\n", root(v[i]));
    return (int)root(1521);
}
