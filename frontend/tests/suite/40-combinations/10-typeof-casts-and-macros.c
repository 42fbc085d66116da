// stage: run; models: lp64, ilp32; exit: 10
// Kernel-like macros stacked on each other, with typeof casts of unary operands.
#include <stdio.h>
#define __force
#define cast(x, v) ((__force typeof(x))(v))
#define abs_(x) ({ typeof(x) __x = (x); __x < 0 ? -__x : __x; })
#define swap(a, b) do { typeof(a) __t = (a); (a) = (b); (b) = __t; } while (0)
#define field(s, m) (((typeof(s) *)&(s))->m)
#define between(x, lo, hi) ({ typeof(x) __v = (x); __v >= (typeof(__v))(lo) && __v <= (typeof(__v))-(-(hi)); })
struct s { short a; unsigned char b; };
int main(void) {
    struct s x = {-5, 200}, y = {9, 1};
    swap(x, y);
    swap(x.a, y.a);
    printf("%d %d %d %d\n", x.a, x.b, y.a, y.b);
    printf("%d %d %d\n", abs_(x.a), cast(x.b, -1), field(y, b));
    printf("%d %d\n", between(y.b, 100, 250), between(x.a, 0, 300));
    typeof(x.b) c = (typeof(c))-x.a * 2;
    return c;
}
