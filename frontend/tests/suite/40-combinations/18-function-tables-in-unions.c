// stage: run; models: lp64, ilp32; exit: 70
// Calls through function pointers in unions, arrays, structs by value and returned structs.
#include <stdio.h>
typedef int (*bin)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
union op { bin f; int (*g)(int, int); void *p; };
struct pair { union op o[2]; int k; };
static struct pair mk(bin a, bin b) { return (struct pair){{{a}, {.g = b}}, 3}; }
static bin pick(struct pair p, int i) { return p.o[i].f; }
static int twice(bin f, int x) { return f(f(x, 1), 1); }
int main(void) {
    struct pair p = mk(add, sub), *q = &p;
    printf("%d %d %d\n", p.o[0].f(1, 2), (*q->o[1].g)(5, 3), mk(sub, add).o[0].f(9, 4));
    printf("%d %d\n", pick(p, 1)(10, q->k), twice(pick(mk(sub, sub), 0), 8));
    bin (*chooser)(struct pair, int) = pick;
    p.o[0].p = (void *)sub;
    printf("%d\n", chooser(p, 0)(1, 2));
    bin tab[] = {add, sub, q->o[1].f};
    int r = 100;
    for (unsigned i = 0; i < sizeof tab / sizeof *tab; i++) r = tab[i](r, (int)i * 10);
    return r;
}
