// stage: run; models: lp64, ilp32; exit: 2
// _Bool operands are promoted to int in arithmetic.
#include <stdio.h>
int main(void) {
    _Bool a = 1, b = 1;
    int s = a + b;
    _Bool t = a + b;
    printf("%d %d %d %d\n", s, t, a << 3, -a);
    printf("%d %d\n", ~a, (int)sizeof(a + b));
    a = a - b;
    printf("%d\n", a);
    return s;
}
