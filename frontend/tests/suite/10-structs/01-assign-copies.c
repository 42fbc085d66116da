// stage: run; models: lp64, ilp32; exit: 6
// Struct assignment copies the value, arrays inside included.
#include <stdio.h>
struct s { int a; char name[6]; int v[3]; };
int main(void) {
    struct s x = {1, "abc", {4, 5, 6}}, y;
    y = x;
    x.v[1] = 99;
    x.name[0] = 'Z';
    printf("%d %s %d %d %d\n", y.a, y.name, y.v[0], y.v[1], y.v[2]);
    struct s *p = &x;
    *p = y;
    printf("%s %d\n", x.name, x.v[1]);
    return y.v[2];
}
