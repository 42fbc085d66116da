// stage: run; models: lp64, ilp32; exit: 7
// va_copy walks the arguments twice.
#include <stdarg.h>
#include <stdio.h>
static int spread(int n, ...) {
    va_list a, b;
    int max = -1000, below = 0;
    va_start(a, n);
    va_copy(b, a);
    for (int i = 0; i < n; i++) { int v = va_arg(a, int); if (v > max) max = v; }
    va_end(a);
    for (int i = 0; i < n; i++) below += max - va_arg(b, int);
    va_end(b);
    return below;
}
int main(void) {
    printf("%d %d\n", spread(4, 3, 9, 1, 9), spread(1, -5));
    return spread(2, 0, 7);
}
