// stage: run; models: lp64, ilp32; exit: 12
// Pointers to VLAs step by run-time sizes.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int n = 4, buf[20];
    for (int i = 0; i < 20; i++) buf[i] = i;
    int (*p)[n] = (int (*)[n])buf;
    printf("%d %d\n", p[2][1], (*(p + 3))[3]);
    p++;
    printf("%d %d\n", **p, (int)(sizeof *p / sizeof(int)));
    double (*m)[n] = malloc(2 * sizeof *m);
    m[1][3] = 2.5;
    printf("%g\n", m[1][3]);
    free(m);
    return (int)((int *)(p + 2) - buf);
}
