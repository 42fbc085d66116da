// stage: run; models: lp64, ilp32; exit: 5
// Default argument promotions: narrow ints become int, float becomes double.
#include <stdarg.h>
#include <stdio.h>
static void show(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int a = va_arg(ap, int), b = va_arg(ap, int), c = va_arg(ap, int);
    double d = va_arg(ap, double);
    int e = va_arg(ap, int);
    va_end(ap);
    printf("%d %d %d %.3f %d\n", a, b, c, d, e);
}
int main(void) {
    signed char c = -5;
    unsigned short s = 65000;
    _Bool b = 9;
    float f = 1.125f;
    show(5, c, s, b, f, (unsigned char)511);
    return 5;
}
