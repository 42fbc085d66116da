// stage: run; models: lp64, ilp32; exit: 5
// Automatic aggregates initialised with calls and variables, in order.
#include <stdio.h>
static int n;
static int next(void) { return ++n; }
struct s { int a, b[2], c; };
int main(void) {
    int x = 5;
    int v[] = {x, x + 1, next(), next() * 10};
    struct s s = {next(), {x, next()}, next()};
    printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]);
    printf("%d %d %d %d\n", s.a, s.b[0], s.b[1], s.c);
    struct s t[2] = {s, {.c = v[3]}};
    printf("%d %d\n", t[0].c, t[1].c);
    return n;
}
