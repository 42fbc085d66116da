// stage: run; models: lp64, ilp32; exit: 184
// Recursion a few thousand deep with a local array per frame.
#include <stdio.h>
static int down(int n) {
    volatile char pad[16];
    pad[n & 15] = (char)n;
    if (n == 0) return 0;
    return down(n - 1) + (pad[n & 15] == (char)n);
}
int main(void) {
    int r = down(3000);
    printf("%d\n", r);
    return r % 256;
}
