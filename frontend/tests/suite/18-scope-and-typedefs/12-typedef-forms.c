// stage: run; models: lp64, ilp32; exit: 4
// Typedefs of arrays, functions, pointers; several in one declaration; typedef not first.
#include <stdio.h>
typedef int num, *ptr, arr[3], (*fp)(num), mat[2][2];
int typedef long biglong;
typedef struct { num a; arr b; } rec, *recp;
static num twice(num x) { return 2 * x; }
int main(void) {
    num n = 4;
    ptr p = &n;
    arr a = {1, 2, 3};
    fp f = twice;
    mat m = {{1, 2}, {3, 4}};
    rec r = {n, {5, 6, 7}};
    recp q = &r;
    const ptr cp = &n;
    *cp = 6;
    printf("%d %d %d %d %d %d\n", *p, a[2], f(n), m[1][0], q->b[1], (int)(sizeof(biglong) == sizeof(long)));
    return q->a;
}
