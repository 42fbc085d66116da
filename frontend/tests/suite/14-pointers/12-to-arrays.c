// stage: run; models: lp64, ilp32; exit: 6
// Pointers to arrays and arrays of pointers to arrays.
#include <stdio.h>
static int (*pick(int (*t)[3], int i))[3] { return t + i; }
int main(void) {
    int t[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int (*p)[3] = t;
    int (*pp[2])[3] = {&t[1], &t[0]};
    printf("%d %d\n", (*++p)[1], (*pp[1])[2]);
    printf("%d\n", (*pick(t, 1))[0]);
    (*pick(t, 0))[2] = 30;
    int (*whole)[2][3] = &t;
    printf("%d %d\n", (*whole)[0][2], (int)(sizeof *whole / sizeof **whole));
    return (*pp[0])[2];
}
