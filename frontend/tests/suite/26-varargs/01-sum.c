// stage: run; models: lp64, ilp32; exit: 91
// A classic variadic sum.
#include <stdarg.h>
#include <stdio.h>
static int sum(int n, ...) {
    va_list ap;
    int s = 0;
    va_start(ap, n);
    while (n-- > 0) s += va_arg(ap, int);
    va_end(ap);
    return s;
}
int main(void) {
    printf("%d %d %d\n", sum(0), sum(1, 5), sum(10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
    return sum(3, 'a', (short)-7, 1u);
}
