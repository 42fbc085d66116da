// stage: run; models: lp64, ilp32; exit: 26
// A callback with a context pointer, iterated over an array.
#include <stdio.h>
struct ctx { int sum, n; };
static void each(int *v, int n, void (*f)(int, void *), void *c) { for (int i = 0; i < n; i++) f(v[i], c); }
static void add(int x, void *c) { struct ctx *k = c; k->sum += x; k->n++; }
static void mx(int x, void *c) { int *m = c; if (x > *m) *m = x; }
int main(void) {
    int v[] = {4, 8, -1, 15}, m = -100;
    struct ctx c = {0, 0};
    each(v, 4, add, &c);
    each(v, 4, mx, &m);
    printf("%d %d %d\n", c.sum, c.n, m);
    return c.sum;
}
