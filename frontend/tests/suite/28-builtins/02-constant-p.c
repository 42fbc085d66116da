// stage: run; models: lp64, ilp32; exit: 10
// __builtin_constant_p of literals, and never evaluating its argument.
#include <stdio.h>
#define SIZE (__builtin_constant_p(10) ? 10 : -1)
static char arr[SIZE];
static int n;
static int eff(void) { return ++n; }
int main(void) {
    printf("%d %d %d\n", __builtin_constant_p(3 + 4), __builtin_constant_p("lit"), __builtin_constant_p(sizeof(int)));
    volatile int v = 3;
    printf("%d %d\n", __builtin_constant_p(v), __builtin_constant_p(eff()));
    enum { E = __builtin_constant_p(1) ? 4 : 5 };
    printf("%d %d\n", n, E);
    return sizeof arr;
}
