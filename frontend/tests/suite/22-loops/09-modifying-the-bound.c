// stage: run; models: lp64, ilp32; exit: 38
// Loop bounds, steps and arrays changed inside the body.
#include <stdio.h>
int main(void) {
    int n = 5, s = 0, a[10] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3};
    for (int i = 0; i < n; i++) { s += a[i]; if (a[i] == 4) n += 2; else if (a[i] == 9) i++; }
    for (int i = 0, step = 1; i < 10; i += step, step++) s = s * 3 + a[i];
    int *p = a, *e = a + 10;
    while (p < e) if (*p & 1) *p = *--e; else p++;
    for (int *q = a; q < e; q++) printf("%d ", *q);
    printf("%d %d\n", s, (int)(e - a));
    return s & 0x7f;
}
