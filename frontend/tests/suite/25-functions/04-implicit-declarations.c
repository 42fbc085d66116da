// stage: run; models: lp64, ilp32; exit: 28
// Calls before any declaration: implicit int f() (a warning in gcc 12).
#include <stdio.h>
int main(void) {
    int r = later(5, 6);
    printf("%d\n", r);
    r = twice(later(1, 2));
    printf("%d\n", r);
    return abs(-r) + strlen("four");
}
int later(int a, int b) { return a * 10 + b; }
int twice(int x) { return x * 2; }
