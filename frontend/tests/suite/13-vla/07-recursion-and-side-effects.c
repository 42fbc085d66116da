// stage: run; models: lp64, ilp32; exit: 16
// Each activation has its own VLA; bounds with calls are evaluated once, in order.
#include <stdio.h>
static int calls;
static int bound(int x) { printf("b%d ", x); calls++; return x; }
static int rec(int n) {
    if (n == 0) return 1;
    int a[n];
    for (int i = 0; i < n; i++) a[i] = i + 1;
    int below = rec(n - 1);
    return below + a[n - 1];
}
int main(void) {
    int m[bound(2)][bound(3)];
    m[1][2] = rec(5);
    printf("\n%d %d %d\n", m[1][2], (int)(sizeof m / sizeof(int)), calls);
    return m[1][2];
}
