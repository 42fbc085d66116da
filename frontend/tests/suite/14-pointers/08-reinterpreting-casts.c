// stage: run; models: lp64, ilp32; exit: 7
// Reading through another pointer type (with -fno-strict-aliasing).
#include <stdio.h>
int main(void) {
    int a[4] = {1, 2, 3, 4};
    long long q = *(long long *)a;
    printf("%llx\n", q);
    *(long long *)(a + 2) = -1;
    printf("%d %d\n", a[2], a[3]);
    float f = 3.5f;
    printf("%x\n", *(unsigned *)&f);
    struct { short x, y; } *p = (void *)a;
    printf("%d %d %d\n", p->x, p->y, p[1].x);
    p[1].y = 7;
    return a[1] >> 16;
}
