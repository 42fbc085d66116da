// stage: run; models: lp64, ilp32; exit: 77
// Jumping past declarations into a block: the variable exists, uninitialised until assigned.
#include <stdio.h>
static int f(int k) {
    int r = 0;
    if (k) goto inner;
    {
        int x = 5;
        r = x;
        if (0) {
inner:
            x = 7;
            r += x * 10;
        }
        r += x;
    }
    return r;
}
int main(void) {
    printf("%d %d\n", f(0), f(1));
    return f(1);
}
