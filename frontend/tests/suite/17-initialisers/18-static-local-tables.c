// stage: run; models: lp64, ilp32; exit: 124
// Static locals initialised with addresses of other statics, literals and functions.
#include <stdio.h>
static int dbl(int x) { return x * 2; }
static int f(int k) {
    static int cells[3] = {1, 2, 3};
    static int *const rows[] = {cells, cells + 2, &cells[1]};
    static int (*const fn[])(int) = {dbl, &dbl};
    static struct { const char *s; int *p; } t[] = {{"one", cells}, {"two" + 1, &cells[2]}};
    static int calls = sizeof rows / sizeof *rows;
    *rows[k] += ++calls;
    printf("%s %d %d\n", t[k & 1].s, *t[k & 1].p, fn[k & 1](*rows[k]));
    return cells[0] + cells[1] * 10 + cells[2] * 100;
}
int main(void) {
    f(0);
    f(1);
    f(2);
    return f(0) & 0xff;
}
