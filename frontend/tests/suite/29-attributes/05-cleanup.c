// stage: run; models: lp64, ilp32; exit: 0
// cleanup runs when the variable leaves scope, in reverse order, also by return and goto.
#include <stdio.h>
static void bye(int *p) { printf("-%d ", *p); }
#define AUTO __attribute__((cleanup(bye)))
static int f(int x) {
    AUTO int a = 1;
    {
        AUTO int b = 2;
        if (x == 1) return a + b;
        if (x == 2) goto out;
    }
    {
        AUTO int c = 3;
        a = c;
    }
    for (int i = 0; i < 2; i++) { AUTO int d = 4 + i; if (x == 3) break; }
    a = 9;
out:
    return a;
}
int main(void) {
    for (int i = 0; i < 4; i++) printf("= %d\n", f(i));
    return 0;
}
