// stage: run; models: lp64, ilp32; exit: 2
// Pointer arithmetic scales by the element size.
#include <stdio.h>
struct s { char c[12]; };
int main(void) {
    int a[8] = {0, 1, 2, 3, 4, 5, 6, 7}, *p = a + 2;
    struct s v[5], *q = v;
    p += 3;
    printf("%d %d %d\n", *p, *(p - 4), p[-1]);
    printf("%d %d\n", (int)(p - a), (int)(a - p));
    q += 4;
    printf("%d %d\n", (int)(q - v), (int)((char *)q - (char *)v));
    p = &a[7];
    while (p > a) p -= 2, putchar('0' + *p), p = p < a + 2 ? a : p;
    putchar('\n');
    return (int)(&v[3] - &v[1]);
}
