// stage: run; models: lp64, ilp32; exit: 10
// Mutual recursion through prototypes and through pointers.
#include <stdio.h>
static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
static int expr(const char **p), term(const char **p), atom(const char **p);
static int expr(const char **p) { int v = term(p); while (**p == '+' || **p == '-') v = *(*p)++ == '+' ? v + term(p) : v - term(p); return v; }
static int term(const char **p) { int v = atom(p); while (**p == '*') { ++*p; v *= atom(p); } return v; }
static int atom(const char **p) {
    if (**p == '(') { ++*p; int v = expr(p); ++*p; return v; }
    int v = 0;
    while (**p >= '0' && **p <= '9') v = v * 10 + *(*p)++ - '0';
    return v;
}
int main(void) {
    const char *s = "2*(3+4)*5-60*(1+0)";
    int r = expr(&s);
    printf("%d %d %d %d\n", even(10), odd(7), even(3), r);
    return r;
}
