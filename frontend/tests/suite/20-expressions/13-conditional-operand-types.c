// stage: run; models: lp64, ilp32; exit: 1
// ?: of null constants, void pointers, arrays, functions and qualified pointers.
#include <stdio.h>
static int f(int x) { return x + 1; }
static int g(int x) { return x + 2; }
int main(void) {
    int a[3] = {1, 2, 3}, b[2] = {4, 5}, c = 1;
    const char *s = c ? "yes" : 0;
    const int *p = c ? a : (const int *)b;
    void *v = c ? (void *)a : (int *)b;
    printf("%s %d %d\n", s, p[2], *(int *)v);
    printf("%d %d\n", (c ? f : g)(1), (c ? a : b)[1]);
    printf("%d %d\n", (int)sizeof(*(c ? a : b)), (int)(sizeof(c ? a : b) == sizeof(int *)));
    printf("%d\n", _Generic(c ? a : 0, int *: 1, default: 2));
    printf("%d\n", _Generic(c ? (void *)0 : a, int *: 1, void *: 3, default: 2));
    printf("%d\n", (c ? (char)-1 : 1u) > 5);
    return (c ? 0 : (void *)0) == 0;
}
