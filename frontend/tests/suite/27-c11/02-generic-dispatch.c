// stage: run; models: lp64, ilp32; exit: 42
// _Generic choosing functions, with qualifiers dropped from values.
#include <stdio.h>
static int fi(int x) { return x + 1; }
static int fd(double x) { return (int)(x * 10); }
static int fp(const void *p) { return p != 0; }
#define f(x) _Generic((x), int: fi, double: fd, default: fp)(x)
int main(void) {
    const int k = 5;
    volatile double d = 2.5;
    printf("%d %d %d\n", f(k), f(d), f("s"));
    printf("%d\n", _Generic(0 ? 1 : 2L, long: 8, int: 4));
    printf("%d\n", _Generic((char)1 + 'b', int: 1, default: 0));
    return f(41);
}
