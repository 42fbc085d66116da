// stage: run; models: lp64, ilp32; exit: 32
// A loop with two entries.
#include <stdio.h>
static int f(int x) {
    int n = 0;
    if (x & 1) goto b;
a:
    n += 1;
    x -= 3;
    if (x < 0) return n;
b:
    n += 10;
    x -= 2;
    if (x >= 0) goto a;
    return n;
}
int main(void) {
    for (int i = 0; i < 12; i++) printf("%d ", f(i));
    puts("");
    return f(11);
}
