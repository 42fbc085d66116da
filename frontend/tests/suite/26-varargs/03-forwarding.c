// stage: run; models: lp64, ilp32; exit: 7
// A va_list handed on to other functions and to vprintf.
#include <stdarg.h>
#include <stdio.h>
static int vsum(int n, va_list ap) { int s = 0; while (n--) s += va_arg(ap, int); return s; }
static int sum(int n, ...) { va_list ap; va_start(ap, n); int r = vsum(n, ap); va_end(ap); return r; }
static int logf_(const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    int n = vprintf(fmt, ap);
    va_end(ap);
    return n;
}
int main(void) {
    int n = logf_("%s=%d %c\n", "x", 42, '!');
    printf("%d %d\n", n, sum(4, 1, 2, 3, 4));
    return n;
}
