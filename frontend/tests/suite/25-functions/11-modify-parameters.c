// stage: run; models: lp64, ilp32; exit: 13
// Parameters are local variables, arrays are not copied.
#include <stdio.h>
static int f(int n, int v[], char c) {
    while (n > 0) { v[--n] += c; c++; }
    c = -1;
    v = 0;
    return n + c + (v == 0);
}
int main(void) {
    int v[3] = {1, 2, 3}, n = 3;
    char c = 10;
    int r = f(n, v, c);
    printf("%d %d %d %d %d %d\n", r, n, c, v[0], v[1], v[2]);
    return v[0];
}
