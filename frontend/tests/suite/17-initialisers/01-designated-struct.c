// stage: run; models: lp64, ilp32; exit: 15
// Designators in any order, the rest is zero, position continues after them.
#include <stdio.h>
struct s { int a, b, c, d; };
int main(void) {
    struct s x = {.c = 3, .a = 1}, y = {.b = 5, 6}, z = {1, 2, .d = 9};
    printf("%d %d %d %d\n", x.a, x.b, x.c, x.d);
    printf("%d %d %d %d\n", y.a, y.b, y.c, y.d);
    printf("%d %d %d %d\n", z.a, z.b, z.c, z.d);
    struct s old = {a: 7, d: 8};
    return old.a + old.d + old.b;
}
