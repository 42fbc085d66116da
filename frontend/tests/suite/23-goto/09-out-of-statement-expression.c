// stage: run; models: lp64, ilp32; exit: 62
// goto from inside a statement expression abandons the enclosing expression.
#include <stdio.h>
static int f(int x) {
    int calls = 0;
    int r = 1 + ({ calls++; if (x > 5) goto big; x * 2; }) + ({ calls++; 3; });
    return r * 10 + calls;
big:
    return -calls;
}
int main(void) {
    printf("%d %d\n", f(2), f(9));
    return f(1);
}
