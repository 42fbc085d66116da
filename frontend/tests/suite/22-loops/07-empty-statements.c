// stage: run; models: lp64, ilp32; exit: 4
// Empty bodies, null statements, nested if without braces, dangling else.
#include <stdio.h>
static int f(int a, int b) {
    int r = 0;
    if (a)
        if (b) r = 1;
        else r = 2;
    if (a) ; else r += 10;
    ;;;
    if (a) { if (b) r += 100; } else r += 1000;
    {}
    return r;
}
int main(void) {
    int i;
    for (i = 0; i < 7; i++) ;
    while (--i) ;
    do ; while (i++ < 3);
    printf("%d %d %d %d %d\n", f(0, 0), f(0, 1), f(1, 0), f(1, 1), i);
    return i;
}
