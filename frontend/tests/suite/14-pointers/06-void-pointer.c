// stage: run; models: lp64, ilp32; exit: 1
// void * converts both ways; GNU arithmetic on it counts bytes.
#include <stdio.h>
static void swap(void *a, void *b, int n) {
    unsigned char *p = a, *q = b;
    while (n--) { unsigned char t = *p; *p++ = *q; *q++ = t; }
}
int main(void) {
    int x = 5, y = 7;
    double d = 1.5, e = -2;
    swap(&x, &y, sizeof x);
    swap(&d, &e, sizeof d);
    printf("%d %d %g %g\n", x, y, d, e);
    int a[3] = {1, 2, 3};
    void *v = a;
    v += 2 * sizeof(int);
    printf("%d %d\n", *(int *)v, (int)(v - (void *)a));
    return sizeof(void);
}
