// stage: run; models: lp64, ilp32; exit: 78
// Indices may be negative, of any type, and have side effects.
#include <stdio.h>
int main(void) {
    int a[10], *mid = a + 5, i = 0;
    for (signed char k = -5; k < 5; k++) mid[k] = k * k;
    printf("%d %d %d\n", mid[-5], a[9], *(mid - 1));
    a[i++] = 77;
    a[i += 2] = 88;
    printf("%d %d %d\n", a[0], a[3], i);
    unsigned char u = 255;
    u += 3;
    printf("%d\n", a[u]);
    long long idx = 4;
    return a[idx] + a['\3' - 3];
}
