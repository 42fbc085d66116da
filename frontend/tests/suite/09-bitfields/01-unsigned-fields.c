// stage: run; models: lp64, ilp32; exit: 31
// Unsigned fields wrap at their width.
#include <stdio.h>
struct f { unsigned a : 3, b : 5, c : 1; };
int main(void) {
    struct f x = {9, 33, 2};
    printf("%d %d %d\n", x.a, x.b, x.c);
    x.a = 7;
    x.a++;
    x.b -= 2;
    x.c = ~x.c;
    printf("%d %d %d %d\n", x.a, x.b, x.c, (int)sizeof x);
    return x.b;
}
