// stage: run; models: lp64, ilp32; exit: 12
// Typedef casts inside if, while, for, return and call arguments.
#include <stdio.h>
typedef unsigned char T;
typedef struct { int v; } S;
static int id(int x) { return x; }
int main(void) {
    int x = 256, n = 0;
    if ((T)x) n = 1; else n = 2;
    while ((T)-x == 0 && n < 5) n++;
    for (T i = (T)(250); (T)(i + 1) > 0; i++) n++;
    printf("%d %d\n", n, id((T)-1) + id((T)(x)+1));
    S s = {5}, *p = &s;
    int r = ((S *)p)->v + (*(S *)&s).v + ((S)s).v;
    n = x ? (T)-2 : (T)+3;
    printf("%d %d\n", r, n);
    int a[(T)-253];
    switch ((T)(x + 7)) { case (T)263: n = (int)sizeof a; }
    return (T)n;
}
