// stage: run; models: lp64, ilp32; exit: 42
// K&R definitions: parameter declarations in any order, default int, promoted arguments.
#include <stdio.h>
int add(a, b)
    int a, b;
{
    return a + b;
}
int mix(c, p, s, n)
    short s;
    char c, *p;
{
    return c + p[1] + s + n;
}
unsigned char low(x) { return x; }
double half(f) float f; { return f / 2; }
static nothing() { return 3; }
int main() {
    char str[] = "ab";
    printf("%d %d %d %g %d\n", add(2, 3), mix('a', str, -5, 1000), low(511), half(5.0), nothing());
    return add(40, 2);
}
