// stage: run; models: lp64, ilp32; exit: 97
// A variable declared in the loop body is new in each iteration but may keep its address.
#include <stdio.h>
int main(void) {
    int i = 100, total = 0;
    for (int i = 0; i < 3; i++) {
        int x = i * 2;
        x++;
        total += x;
        int i = 50;
        total += i;
    }
    for (int j = 0, *p = &j; *p < 5; ++*p) total += j;
    while (i > 97) { int i2 = i; i = i2 - 1; }
    printf("%d %d\n", total, i);
    return i;
}
