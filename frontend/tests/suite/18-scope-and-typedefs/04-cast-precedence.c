// stage: run; models: lp64, ilp32; exit: 31
// (T)-x*y is ((T)-x)*y for a type and (T)-(x*y) for a variable.
#include <stdio.h>
typedef signed char T;
static int var(int T, int x, int y) { return (T)-x*y; }
static int var2(int T, int x, int y) { return (T)+x<<y; }
static int var3(int T, int *x, int y) { return (T)*y-*x; }
int main(void) {
    int x = 100, y = 3, *px = &x;
    printf("%d %d\n", (T)-x*y, var(1, x, y));
    printf("%d %d\n", (T)+x*y, (T)+x<<y);
    printf("%d %d\n", var2(1, 2, 3), var3(4, px, 5));
    printf("%d %d\n", (T)*px-1, (T)-x-y*2);
    printf("%d %d\n", (T)-x % 7 == (-100) % 7, (T)-1 > 0 ? 1 : 2);
    return ((T)-x+y) & 0x7f;
}
