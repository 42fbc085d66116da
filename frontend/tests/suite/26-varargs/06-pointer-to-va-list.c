// stage: run; models: lp64, ilp32; exit: 25
// A callee advances the caller's va_list through a pointer.
#include <stdarg.h>
#include <stdio.h>
static int next(va_list *ap) { return va_arg(*ap, int); }
static int f(int n, ...) {
    va_list ap;
    int r = 0;
    va_start(ap, n);
    while (n-- > 0) r = r * 10 + next(&ap);
    r = r * 10 + va_arg(ap, int);
    va_end(ap);
    return r;
}
int main(void) {
    printf("%d\n", f(3, 1, 2, 3, 4));
    return f(1, 2, 5);
}
