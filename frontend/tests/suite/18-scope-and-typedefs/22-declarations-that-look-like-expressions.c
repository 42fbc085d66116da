// stage: run; models: lp64, ilp32; exit: 19
// Statements that start with a typedef name in every shape of declarator.
#include <stdio.h>
typedef int T;
typedef int (*F)(int);
static int inc(int x) { return x + 1; }
int main(void) {
    T a = 1, *b = &a, **c = &b, d[2] = {2, 3}, (*e)[2] = &d, (*f)(T) = inc, *(g[2]) = {b, *c};
    F h = inc, i[2] = {inc, h};
    T (j) = 4, (*(k)) = &j;
    T const l = 5;
    T volatile *const m = b;
    const T n = 6;
    T static o = 7;
    T p(T), q;
    q = p(a);
    { T T = 8; T *= 2; T; (T); T++, T--; q += T; }
    printf("%d %d %d %d %d %d %d\n", **c, (*e)[1], f(j), *g[1], i[1](*k), l + *m + n + o, q);
    return q;
}
int p(int x) { return x * 3; }
