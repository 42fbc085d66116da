// stage: run; models: lp64, ilp32; exit: 18
// A variable-length array and its run-time sizeof.
#include <stdio.h>
static int f(int n) {
    int a[n];
    for (int i = 0; i < n; i++) a[i] = i * 3;
    int s = 0;
    for (int i = 0; i < (int)(sizeof a / sizeof *a); i++) s += a[i];
    return s;
}
int main(void) {
    printf("%d %d %d\n", f(1), f(5), f(20));
    return f(4);
}
