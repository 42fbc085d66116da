// stage: run; models: lp64, ilp32; exit: 112
// Without a designator the first member is initialised; with one, any.
#include <stdio.h>
union u { short s; int i; char c[4]; };
static union u a = {0x1234}, b = {.c = "xyz"}, c = {.i = -1};
int main(void) {
    union u d = {5}, e[2] = {{.i = 70000}, {1}};
    printf("%d %s %d\n", a.s, b.c, c.s);
    printf("%d %d %d\n", d.s, e[0].i, e[1].s);
    union u f = b;
    f.c[0] = 'Q';
    printf("%s %s\n", f.c, b.c);
    union u g = {.i = 1, .s = 2};
    printf("%d\n", g.s);
    return e[0].s;
}
