// stage: run; models: lp64, ilp32; exit: 3
// Operands with calls are evaluated left to right.
#include <stdio.h>
static int t(int x) { printf("%d", x); return x; }
int main(void) {
    int r = t(1) + t(2) * t(3);
    printf(" %d\n", r);
    r = (t(4) - t(5)) * (t(6) - t(7));
    printf(" %d\n", r);
    r = t(8) < t(9);
    printf(" %d\n", r);
    r = t(1) ^ t(2) | t(3) & t(4);
    printf(" %d\n", r);
    return r;
}
