// stage: run; models: lp64, ilp32; exit: 0
// More arguments than registers, mixed with named ones, narrow types and structs.
#include <stdarg.h>
#include <stdio.h>
struct s { short a; char b; };
struct d { double x, y; };
static double f(char c, double d, int n, ...) {
    va_list ap, save;
    double r = c + d;
    va_start(ap, n);
    for (int i = 0; i < n; i++) {
        r += va_arg(ap, int);
        if (i == 1) va_copy(save, ap);
        r -= va_arg(ap, double) * 2;
        struct s s = va_arg(ap, struct s);
        r = r * 2 + s.a + s.b;
        r += va_arg(ap, struct d).y;
        r += (double)va_arg(ap, unsigned long long);
    }
    va_end(ap);
    r += va_arg(save, double);
    va_end(save);
    return r;
}
int main(void) {
    struct s s = {-3, 'a'};
    struct d d = {1.5, 2.25};
    double r = f('A', 0.5, 3, 1, 2.0, s, d, 1ULL << 33, 'x', 4.0f, s, d, 7ULL, -1, .5, s, d, 0ULL);
    printf("%.4f\n", r);
    return (int)r & 0x7f;
}
