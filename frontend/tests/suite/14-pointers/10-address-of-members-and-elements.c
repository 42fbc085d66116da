// stage: run; models: lp64, ilp32; exit: 6
// & of members, elements, and &*p, &p[i] identities.
#include <stdio.h>
struct s { int a; struct { char x; int y[3]; } in; } g = {1, {2, {3, 4, 5}}};
int main(void) {
    int *p = &g.in.y[1], *q = &*p, *r = &p[1];
    struct s *s = &g;
    printf("%d %d %d\n", *p, p == q, *r);
    printf("%d %d\n", &s->in.y[0] == s->in.y, &(*s).a == (int *)s);
    *(&s->a) = 40;
    int (*arr)[3] = &s->in.y;
    (*arr)[2] = 50;
    printf("%d %d\n", g.a, g.in.y[2]);
    char *c = &s->in.x;
    return *c + (int)((char *)p - (char *)&g.in.y);
}
