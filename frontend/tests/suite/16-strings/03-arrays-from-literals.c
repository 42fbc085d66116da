// stage: run; models: lp64, ilp32; exit: 100
// char arrays from literals: exact, padded, and without the terminator.
#include <stdio.h>
int main(void) {
    char a[] = "hey", b[6] = "hey", c[3] = "hey", d[] = {"braced"}, e[2][4] = {"ab", {"cd"}};
    printf("%d %d %d %d %d\n", (int)sizeof a, (int)sizeof b, (int)sizeof c, (int)sizeof d, (int)sizeof e);
    printf("%d %d %c%c%c\n", b[3], b[5], c[0], c[1], c[2]);
    printf("%s %s %s\n", d, e[0], e[1]);
    a[0] = 'H';
    printf("%s\n", a);
    return b[4] + e[1][1];
}
