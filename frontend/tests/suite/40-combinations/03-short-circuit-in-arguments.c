// stage: run; models: lp64, ilp32; exit: 55
// Logical operators, calls and increments inside arguments, indices and initialisers.
#include <stdio.h>
static int t(int x) { printf("t%d ", x); return x; }
static int add(int a, int b) { return a * 10 + b; }
int main(void) {
    int v[4] = {t(1) && t(2), t(0) || t(3), t(0) ? t(4) : t(5), !t(6)};
    puts("");
    int r = add(t(1) || t(9), t(0) && t(9));
    puts("");
    r += v[t(1) && t(2)] + v[t(0) ? 0 : 2];
    puts("");
    int s = (t(1) && (r = 50, t(0))) || (r += 5, t(7));
    printf("\n%d %d %d %d %d %d\n", v[0], v[1], v[2], v[3], r, s);
    return r;
}
