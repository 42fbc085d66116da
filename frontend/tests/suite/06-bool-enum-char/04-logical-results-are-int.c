// stage: run; models: lp64, ilp32; exit: 16
// Relational and logical operators yield int 0 or 1.
#include <stdio.h>
int main(void) {
    double d = 0.1;
    char *s = "";
    printf("%d %d %d\n", (int)sizeof(1LL < 2LL), (int)sizeof(!1LL), (int)sizeof(1LL && 1LL));
    printf("%d %d %d %d\n", !d, !s, !*s, !!d + !!s);
    printf("%d\n", (d && s) * 10 + (d > 1 || *s));
    printf("%d\n", (3 > 2) + (2 > 1) + (5 != 5));
    return (4 == 4) << 4;
}
