// stage: run; models: lp64, ilp32; exit: 22
// Function typedefs; a parameter of function type is a pointer.
#include <stdio.h>
typedef int fn(int);
fn dbl, neg;
static int apply(fn f, int x) { return f(x); }
static int apply2(int f(int), int x) { return f(f(x)); }
static fn *choose(int k) { return k > 0 ? dbl : neg; }
int main(void) {
    fn *p = dbl;
    printf("%d %d %d\n", apply(p, 3), apply2(neg, 4), apply(*choose(0), 5));
    printf("%d\n", (int)(sizeof p == sizeof(void *)));
    return choose(1)(11);
}
int dbl(int x) { return 2 * x; }
int neg(int x) { return -x; }
