// stage: run; models: lp64, ilp32; exit: 6
// Deep paths of members and indices on the left and right.
#include <stdio.h>
struct cell { int v[2]; };
struct row { struct cell c[3]; };
struct grid { struct row r[2]; int n; } g;
int main(void) {
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 2; k++)
                g.r[i].c[j].v[k] = i * 100 + j * 10 + k;
    struct grid h = g;
    struct row *p = h.r + 1;
    p->c[2].v[1] += h.r[0].c[1].v[1];
    (*p).c[0] = p->c[2];
    h.r[0] = *p;
    printf("%d %d %d\n", h.r[0].c[0].v[1], h.r[1].c[1].v[0], g.r[0].c[0].v[1]);
    return (int)(sizeof g / sizeof(struct cell));
}
