// stage: run; models: lp64, ilp32; exit: 3
// Doubles in aggregates: dot product, running mean, copy.
#include <stdio.h>
struct pt { double x, y; float w; };
static double dot(const double *a, const double *b, int n) { double s = 0; while (n--) s += *a++ * *b++; return s; }
static struct pt scale(struct pt p, double k) { p.x *= k; p.y *= k; p.w += k; return p; }
int main(void) {
    double a[4] = {1, 2.5, -3, 0.125}, b[4] = {4, 4, 0.5};
    printf("%g\n", dot(a, b, 4));
    struct pt p = {1, -2, 0.5f}, q = scale(p, 1.5);
    printf("%g %g %g %d\n", q.x, q.y, q.w, (int)sizeof q);
    q = scale(scale(q, 2), -1);
    printf("%g %g %g\n", q.x, q.y, q.w);
    return (int)-q.x;
}
