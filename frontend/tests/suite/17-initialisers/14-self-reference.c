// stage: run; models: lp64, ilp32; exit: 1
// A declarator is in scope in its own initialiser.
#include <stdio.h>
struct node { struct node *self; int size; };
int main(void) {
    struct node n = {&n, sizeof n};
    void *p = &p;
    int size = sizeof size;
    int a[3] = {sizeof a / sizeof *a, 2, 3};
    printf("%d %d %d %d\n", n.self == &n, p == (void *)&p, size, a[0]);
    return n.size == (int)sizeof(struct node);
}
