// stage: run; models: lp64, ilp32; exit: 145
// Arguments are evaluated right to left by gcc on x86.
#include <stdio.h>
static int t(int x) { printf("%d", x); return x; }
static int three(int a, int b, int c) { return a * 100 + b * 10 + c; }
int main(void) {
    int r = three(t(1), t(2), t(3));
    printf(" %d\n", r);
    r = three(t(1), three(t(2), t(3), t(4)) % 10, t(5));
    printf(" %d\n", r);
    return r & 0xff;
}
