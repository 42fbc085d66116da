// stage: run; models: lp64, ilp32; exit: 10
// Assignments nest and yield the converted value.
#include <stdio.h>
int main(void) {
    int a, b, c;
    char d;
    a = b = c = 7;
    printf("%d %d %d\n", a, b, c);
    a = d = 0x1234;
    printf("%d %d\n", a, d);
    a += b -= c *= 2;
    printf("%d %d %d\n", a, b, c);
    if ((a = 5) > 3 && (b = a - 5) == 0) c = (b = 3) + a;
    while ((a = a - 2) > 0) c++;
    float f;
    double g = f = 0.1;
    return c + (g == 0.1);
}
