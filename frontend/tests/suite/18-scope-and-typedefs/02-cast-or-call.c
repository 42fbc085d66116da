// stage: run; models: lp64, ilp32; exit: 88
// (T)(x) casts where T is a type and calls where it is a function.
#include <stdio.h>
typedef unsigned char T;
static int f(int x) { return x + 1000; }
static int as_call(int x) {
    int (*T)(int) = f;
    return (T)(x);
}
int main(void) {
    int x = 300;
    printf("%d %d\n", (T)(x), as_call(x));
    printf("%d %d\n", (T)(x) + 1, (f)(x) + 1);
    printf("%d\n", ((T)(x + 1)));
    return (T)(x) * 2;
}
