// stage: run; models: lp64, ilp32; exit: 6
// The value of an assignment to a field is the field's new value.
#include <stdio.h>
struct f { unsigned u : 3; signed s : 3; _Bool b : 1; } g;
int main(void) {
    int a = (g.u = 13), b = (g.s = 6), c = (g.b = 2);
    printf("%d %d %d\n", a, b, c);
    a = g.u++;
    b = ++g.s;
    c = g.u += 6;
    printf("%d %d %d\n", a, b, c);
    a = g.s = g.u = 7;
    printf("%d %d %d\n", a, g.s, g.u);
    a = g.u = g.s = -2;
    return a;
}
