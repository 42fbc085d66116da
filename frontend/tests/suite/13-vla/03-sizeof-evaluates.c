// stage: run; models: lp64, ilp32; exit: 6
// sizeof of a VLA type evaluates its bound expression.
#include <stdio.h>
int main(void) {
    int n = 3;
    int s = (int)(sizeof(int[n++]) / sizeof(int));
    printf("%d %d\n", s, n);
    char v[n];
    n = 100;
    printf("%d\n", (int)sizeof v);
    s = (int)sizeof(char[2][n]);
    printf("%d\n", s);
    int k = 2;
    (void)sizeof(k++);
    return k + (int)sizeof v;
}
