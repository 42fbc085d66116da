// stage: run; models: lp64, ilp32; exit: 12
// Where arrays and functions do not decay, and what typeof keeps.
#include <stdio.h>
static int f(void) { return 3; }
int main(void) {
    int a[4] = {0}, m[2][3] = {{0}};
    typeof(a) b = {1, 2};
    typeof(m[0]) r = {7, 8, 9};
    typeof(&a) pa = &b;
    typeof(f) *pf = f;
    typeof("abc") s = "xy";
    printf("%d %d %d %d\n", (int)sizeof b, (int)sizeof r, (int)sizeof *pa, (int)sizeof s);
    printf("%d %d\n", (int)sizeof((int[]){1, 2, 3}), (int)sizeof((char[7]){0}));
    printf("%d %d %d\n", (*pa)[1], pf(), r[2]);
    printf("%d %d\n", _Generic(&a, int (*)[4]: 1, default: 2), _Generic(a, int *: 1, default: 2));
    printf("%d %d\n", (int)(&m[1][0] - &m[0][0]), (int)((char *)(&m + 1) - (char *)m));
    return (int)sizeof m[0];
}
