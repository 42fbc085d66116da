// stage: run; models: lp64, ilp32; exit: 100
// Enumerators count on from the last value; expressions and negatives allowed.
#include <stdio.h>
enum color { RED, GREEN = 5, BLUE, NEG = -3, NEXT, ALIAS = BLUE, SUM = GREEN + BLUE, SHIFT = 1 << 4, };
int main(void) {
    enum color c = BLUE;
    printf("%d %d %d %d %d %d %d %d\n", RED, GREEN, BLUE, NEG, NEXT, ALIAS, SUM, SHIFT);
    printf("%d %d %d\n", (int)sizeof c, (int)sizeof RED, c == ALIAS);
    c = 99;
    printf("%d\n", c);
    c++;
    return c;
}
