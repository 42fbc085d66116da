// stage: run; models: lp64, ilp32; exit: 109
// sizeof, casts, compound literals and postfix operators against each other.
#include <stdio.h>
typedef struct { int x; char c[3]; } S;
typedef int A[3];
typedef unsigned U;
int main(void) {
    S s = {5, "ab"}, *p = &s;
    int i = 2;
    printf("%d %d %d\n", (int)sizeof(S) - 1, (int)sizeof (p)->c, (int)sizeof(S){1}.c);
    printf("%d\n", (int)(sizeof(A) / sizeof(int)));
    printf("%d %d %d\n", (S){7}.x, (A){1, 2, 3}[i], (int)sizeof(A){0} + 1);
    printf("%d %d\n", (U)i++ + (U)~0 > 0, -(U)1 > 0);
    printf("%d %d\n", ((S *)p)->c[1], (*(S *)p).x);
    printf("%d\n", (int)(U)-i & 0xff);
    printf("%d %d\n", (int)sizeof(int *)*2 == (int)(2 * sizeof p), (int)sizeof(U)+(U)1);
    return (char)(S){300}.x + (int)(char)'\x41';
}
