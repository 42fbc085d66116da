// stage: run; models: lp64, ilp32; exit: 241
// Void arms of ?:, comma chains with calls, casts to void around everything.
#include <stdio.h>
static int n;
static void v(int x) { n = n * 3 + x; }
static int f(int x) { v(x); return x; }
int main(void) {
    n ? v(9) : v(1);
    f(2) > 1 ? (void)f(3) : v(8);
    int r = (v(1), f(2), (void)f(1), n);
    (void)(r ? (v(2), 1) : (v(3), 2));
    for (v(1), r = 0; f(1), r < 2; v(2), r++) (void)0, v(0);
    if ((void)f(1), 0) v(5); else ((void)(v(2)));
    printf("%d %d\n", n, r);
    return n & 0xff;
}
