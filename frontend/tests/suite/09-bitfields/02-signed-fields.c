// stage: run; models: lp64, ilp32; exit: 3
// Signed fields sign-extend; a one-bit signed field holds 0 and -1; plain int fields are signed in gcc.
#include <stdio.h>
struct f { signed a : 3; int b : 4; signed c : 1; };
int main(void) {
    struct f x = {3, 7, 0};
    x.a++;
    x.b++;
    x.c = 1;
    printf("%d %d %d\n", x.a, x.b, x.c);
    x.a = 5;
    x.b = -1;
    printf("%d %d\n", x.a, x.b);
    printf("%d %d\n", x.c == 1, x.c < 0);
    return -x.a;
}
