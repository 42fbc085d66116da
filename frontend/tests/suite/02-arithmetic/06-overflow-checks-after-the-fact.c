// stage: run; models: lp64, ilp32; wrap: signed; exit: 31
// Post-hoc overflow tests are meaningful when overflow wraps.
#include <limits.h>
#include <stdio.h>
static int adds_over(int a, int b) {
    int s = a + b;
    return (a >= 0 && b >= 0 && s < 0) || (a < 0 && b < 0 && s >= 0);
}
int main(void) {
    printf("%d %d %d %d\n", adds_over(INT_MAX, 1), adds_over(INT_MIN, -1), adds_over(5, 6), adds_over(INT_MAX, INT_MIN));
    int n = 0, x = 1;
    while (x > 0) { x += x; n++; }
    return n;
}
