// stage: run; models: lp64, ilp32; exit: 12
// Effects in the three parts of for and in while conditions.
#include <stdio.h>
static int n;
static int step(int k) { n += k; return n; }
int main(void) {
    int c = 0;
    for (step(1); step(1) < 10; step(2)) c++;
    printf("%d %d\n", c, n);
    while (step(-3) > 0 && c++ < 100) ;
    printf("%d %d\n", c, n);
    do c += 2; while (c < 20 && step(1));
    int a, b;
    for (a = 0, b = 10; a < b; a += 2, b--) c++;
    printf("%d %d %d\n", a, b, n);
    return c;
}
