// stage: run; models: lp64, ilp32; exit: 3
// Label addresses in structs, compared and chosen by ?:.
#include <stdio.h>
struct task { void *resume; int v; };
static int step(struct task *t) {
    if (t->resume) goto *t->resume;
    t->v = 1;
    t->resume = &&second;
    return 0;
second:
    t->v += 10;
    t->resume = t->v > 15 ? &&third : &&second;
    return 0;
third:
    t->v *= 2;
    return 1;
}
int main(void) {
    struct task t = {0, 0};
    int n = 0;
    while (!step(&t)) printf("%d ", (n++, t.v));
    printf("%d\n", t.v);
    return n;
}
