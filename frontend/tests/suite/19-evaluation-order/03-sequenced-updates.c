// stage: run; models: lp64, ilp32; exit: 13
// Sequence points: comma, &&, ||, ?: and full expressions.
#include <stdio.h>
int main(void) {
    int i = 0, r;
    r = (i++, i + 10);
    printf("%d %d\n", r, i);
    r = i++ && i == 2;
    printf("%d %d\n", r, i);
    r = i++ < 2 || i == 3;
    printf("%d %d\n", r, i);
    r = i++ ? i : -i;
    printf("%d %d\n", r, i);
    for (i = 0; i++, i < 5; i++) r += i;
    return r + i;
}
