// stage: run; models: lp64, ilp32; exit: 12
// size_t and ptrdiff_t take part in the usual conversions.
#include <stddef.h>
#include <stdio.h>
int main(void) {
    size_t n = 0;
    ptrdiff_t d = -1;
    int a[4];
    printf("%d %d\n", n - 1 > 100, d < (ptrdiff_t)n);
    printf("%d\n", (int)(sizeof(size_t) * 8));
    printf("%d\n", (int)(&a[1] - &a[3]));
    printf("%d\n", (size_t)-1 == ~(size_t)0);
    printf("%d\n", d + 4u > 0);
    return (int)((&a[3] - &a[0]) * sizeof(int));
}
