// stage: run; models: lp64, ilp32; exit: 251
// (T)-x, (T)+x, (T)&x, (T)*p: casts with a typedef, binary operators with a variable.
#include <stdio.h>
typedef unsigned char T;
static int as_var(int T, int x) { return (T)-x + 100 * ((T)+x) + 10000 * ((T)&x); }
static int times(int T, int x) { return (T)*x; }
int main(void) {
    int x = 5, *p = &x;
    printf("%d %d %d\n", (T)-x, (T)+x, (T)*p);
    printf("%d\n", (int)sizeof((T)&x == 0));
    printf("%d %d\n", as_var(12, 5), times(6, 7));
    return (T)-x;
}
