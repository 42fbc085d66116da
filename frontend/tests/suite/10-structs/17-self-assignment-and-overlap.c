// stage: run; models: lp64, ilp32; exit: 1
// x = x, swaps through temporaries and assignment through aliases.
#include <stdio.h>
struct s { int a[4]; };
static void swap(struct s *x, struct s *y) { struct s t = *x; *x = *y; *y = t; }
int main(void) {
    struct s v[2] = {{{1, 2, 3, 4}}, {{5, 6, 7, 8}}};
    v[0] = v[0];
    swap(&v[0], &v[1]);
    swap(&v[1], &v[1]);
    printf("%d %d %d %d\n", v[0].a[0], v[0].a[3], v[1].a[0], v[1].a[3]);
    struct s *p = v;
    *p++ = v[1];
    printf("%d %d\n", v[0].a[2], p->a[2]);
    return p - v;
}
