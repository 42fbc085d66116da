// stage: run; models: lp64, ilp32; exit: 35
// Incomplete struct types, completed later, refer to each other.
#include <stdio.h>
struct b;
struct a { struct b *peer; int id; };
struct b { struct a *peer; struct a own; };
static int f(struct b *p);
int main(void) {
    struct a x = {0, 3};
    struct b y = {&x, {0, 4}};
    x.peer = &y;
    y.own.peer = &y;
    printf("%d\n", x.peer->own.peer->peer->id);
    struct later *l = 0;
    return f(&y) + (l == 0);
}
static int f(struct b *p) { return p->peer->id * 10 + p->own.id; }
