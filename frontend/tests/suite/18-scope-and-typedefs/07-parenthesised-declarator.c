// stage: run; models: lp64, ilp32; exit: 30
// T(x); declares x where T is a type and calls T where it is a function.
#include <stdio.h>
typedef int T;
static int log_;
static int fn(int v) { log_ += v; return v; }
static void as_call(int x) {
    int (*T)(int) = fn;
    T(x);
    T (x);
    (T)(x);
}
int main(void) {
    T(x);
    x = 4;
    T(y) = 5, *(z) = &x;
    T (*(w)) = &y;
    T(a)[3] = {1, 2, 3};
    as_call(10);
    printf("%d %d %d %d %d %d\n", x, y, *z, *w, a[2], log_);
    return log_;
}
