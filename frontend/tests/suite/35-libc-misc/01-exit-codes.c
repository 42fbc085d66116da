// stage: run; models: lp64, ilp32; exit: 44
// exit from a callee, with the code reduced to 8 bits.
#include <stdio.h>
#include <stdlib.h>
static void leave(int c) { printf("leaving\n"); exit(c); }
static int f(int n) { if (n == 0) leave(300); return f(n - 1); }
int main(void) {
    f(3);
    return 1;
}
