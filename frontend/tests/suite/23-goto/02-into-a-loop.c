// stage: run; models: lp64, ilp32; exit: 0
// Jumping into the middle of loops.
#include <stdio.h>
static int f(int k) {
    int i = 10, s = 0;
    if (k == 1) goto in_while;
    if (k == 2) goto in_for;
    if (k == 3) goto in_do;
    while (i > 0) {
        s += 1;
in_while:
        i -= 3;
    }
    for (i = 0; i < 5; i++) {
        s += 10;
in_for:
        s += 100;
    }
    do {
        s += 1000;
in_do:
        i++;
    } while (i < 8);
    return s;
}
int main(void) {
    printf("%d %d %d %d\n", f(0), f(1), f(2), f(3));
    return f(3) & 0xff;
}
