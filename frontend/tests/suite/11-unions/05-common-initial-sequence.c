// stage: run; models: lp64, ilp32; exit: 14
// Structs in a union that begin alike can be read through either.
#include <stdio.h>
struct base { int kind; };
struct circle { int kind; int r; };
struct rect { int kind; int w, h; };
union shape { struct base b; struct circle c; struct rect r; };
static int area(const union shape *s) { return s->b.kind == 0 ? 3 * s->c.r * s->c.r : s->r.w * s->r.h; }
int main(void) {
    union shape a = {.c = {0, 5}}, b = {.r = {1, 6, 7}};
    printf("%d %d\n", area(&a), area(&b));
    b.c.r = 2;
    printf("%d\n", area(&b));
    a = b;
    return area(&a);
}
