// stage: run; models: lp64, ilp32; exit: 4
// A NULL-terminated list, and function pointers as variable arguments.
#include <stdarg.h>
#include <stdio.h>
static int total(const char *s, ...) {
    va_list ap;
    int n = 0;
    va_start(ap, s);
    for (; s; s = va_arg(ap, const char *)) while (*s++) n++;
    va_end(ap);
    return n;
}
static int inc(int x) { return x + 1; }
static int dbl(int x) { return x * 2; }
static int pipe_(int v, int n, ...) {
    va_list ap;
    va_start(ap, n);
    while (n--) v = va_arg(ap, int (*)(int))(v);
    va_end(ap);
    return v;
}
int main(void) {
    printf("%d %d\n", total("ab", "cde", "", "f", (char *)0), pipe_(5, 3, inc, dbl, inc));
    return total((char *)0) + pipe_(1, 2, dbl, dbl);
}
