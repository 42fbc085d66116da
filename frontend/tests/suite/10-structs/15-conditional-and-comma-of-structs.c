// stage: run; models: lp64, ilp32; exit: 30
// ?:, comma, assignment and statement expressions of struct type.
#include <stdio.h>
struct p { int x, y; };
int main(void) {
    struct p a = {1, 2}, b = {3, 4}, c;
    int k = 1;
    c = k ? a : b;
    printf("%d %d\n", c.x, (k ? b : a).y);
    c = (k++, b);
    printf("%d %d\n", c.x, k);
    int y = (a = b).y;
    printf("%d %d\n", y, a.x);
    struct p d = ({ struct p t = a; t.x *= 10; t; });
    printf("%d %d\n", d.x, ({ d; }).y);
    return (c = d, c).x;
}
