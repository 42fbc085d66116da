// stage: run; models: lp64, ilp32; exit: 9
// Empty parentheses mean unspecified arguments.
#include <stdio.h>
static int sum3(int a, int b, int c) { return a + b * 10 + c * 100; }
static int (*fp)() = sum3;
static int call(int (*f)()) { return f(1, 2, 3); }
int none();
int main() {
    printf("%d %d %d\n", fp(4, 5, 6), call(sum3), none());
    return none();
}
int none(void) { return 9; }
