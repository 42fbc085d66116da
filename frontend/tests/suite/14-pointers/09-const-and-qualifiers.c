// stage: run; models: lp64, ilp32; exit: 10
// Qualifiers in every position of a declarator.
#include <stdio.h>
int main(void) {
    int x = 1, y = 2;
    const int *a = &x;
    int *const b = &y;
    const int *const c = &x;
    int const volatile *restrict d = &y;
    const char *const names[] = {"p", "q"};
    a = &y;
    *b = 5;
    printf("%d %d %d %d %s\n", *a, *b, *c, *d, names[1]);
    *(int *)a = 9;
    const int **e = &a;
    *e = &x;
    return y + *a;
}
