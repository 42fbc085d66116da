// stage: run; models: lp64, ilp32; exit: 5
// GNU x ?: y evaluates x once.
#include <stdio.h>
static int n;
static int f(int v) { n++; return v; }
int main(void) {
    int a = f(5) ?: f(6), b = f(0) ?: f(7), c = f(0) ?: f(0) ?: 9;
    printf("%d %d %d %d\n", a, b, c, n);
    const char *s = 0;
    puts(s ?: "null");
    s = "set";
    puts(s ?: "null");
    int i = 3;
    int d = i-- ?: 100;
    double e = 0.0 ?: 2.5;
    printf("%d %d %g\n", d, i, e);
    return n;
}
