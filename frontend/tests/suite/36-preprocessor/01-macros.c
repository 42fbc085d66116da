// stage: run; models: lp64, ilp32; exit: 28
// Function-like macros, stringification, pasting and nested expansion.
#include <stdio.h>
#define STR(x) #x
#define XSTR(x) STR(x)
#define CAT(a, b) a##b
#define SQ(x) ((x) * (x))
#define N 42
#define EMPTY
int CAT(var, 1) = SQ(2 + 1);
int main(void) {
    puts(STR(N));
    puts(XSTR(N));
    puts(STR(a "quoted\n" b));
    int xy = EMPTY 5 EMPTY;
    printf("%d %d\n", CAT(x, y), var1);
    return SQ(SQ(2)) + CAT(1, 2);
}
