// stage: run; models: lp64, ilp32; exit: 33
// Structs passed through the ellipsis.
#include <stdarg.h>
#include <stdio.h>
struct p { int x, y; };
struct big { char name[20]; int v; };
static int f(int n, ...) {
    va_list ap;
    int r = 0;
    va_start(ap, n);
    for (int i = 0; i < n; i++) { struct p p = va_arg(ap, struct p); r += p.x * p.y; }
    struct big b = va_arg(ap, struct big);
    printf("%s %d\n", b.name, b.v);
    r += va_arg(ap, struct p).y;
    va_end(ap);
    return r;
}
int main(void) {
    struct big b = {"a long enough name", 5};
    int r = f(2, (struct p){2, 3}, (struct p){4, 5}, b, (struct p){0, 7});
    printf("%d\n", r);
    return r;
}
