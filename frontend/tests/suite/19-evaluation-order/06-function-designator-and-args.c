// stage: run; models: lp64, ilp32; exit: 20
// The called function pointer comes from an expression with effects.
#include <stdio.h>
static int add(int a) { return a + 1; }
static int sub(int a) { return a - 1; }
static int (*tab[2])(int) = {add, sub};
static int n;
static int (*next(void))(int) { return tab[n++ & 1]; }
int main(void) {
    int r = next()(10);
    printf("%d ", r);
    r = next()(r) * 2;
    printf("%d ", r);
    r = next()(next()(r));
    printf("%d %d\n", r, n);
    return r;
}
