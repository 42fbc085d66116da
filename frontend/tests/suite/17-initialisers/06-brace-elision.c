// stage: run; models: lp64, ilp32; exit: 8
// Braces may be left out; the list flows into sub-aggregates.
#include <stdio.h>
struct s { int a[2]; struct { int x, y; } b; int c; };
int main(void) {
    struct s v[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, {{11}, 12}};
    printf("%d\n", (int)(sizeof v / sizeof *v));
    for (int i = 0; i < 3; i++) printf("%d %d %d %d %d\n", v[i].a[0], v[i].a[1], v[i].b.x, v[i].b.y, v[i].c);
    int m[2][3] = {1, 2, 3, 4}, n[][2] = {{1}, 2, 3, {4}};
    printf("%d %d %d %d %d\n", m[1][0], m[1][1], (int)(sizeof n / sizeof *n), n[1][1], n[2][0]);
    return v[1].b.x;
}
