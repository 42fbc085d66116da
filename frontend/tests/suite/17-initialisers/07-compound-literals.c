// stage: run; models: lp64, ilp32; exit: 78
// Compound literals are objects: addressable, modifiable, of block lifetime.
#include <stdio.h>
struct p { int x, y; };
static int sum(const int *v, int n) { int s = 0; while (n--) s += *v++; return s; }
static int len2(const struct p *p) { return p->x * p->x + p->y * p->y; }
int main(void) {
    int *q = (int[]){1, 2, 3};
    q[1] = 20;
    printf("%d %d\n", sum(q, 3), sum((int[5]){[4] = 9, [0] = 1}, 5));
    printf("%d\n", len2(&(struct p){.y = 4, .x = 3}));
    struct p a = (struct p){5, 6};
    printf("%d %d\n", (struct p){a.y, a.x}.x, (int){42});
    char *s = (char[]){"lit"};
    s[0] = 'L';
    return s[0] + ++(int){1};
}
