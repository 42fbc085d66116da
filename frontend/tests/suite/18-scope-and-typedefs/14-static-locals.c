// stage: run; models: lp64, ilp32; exit: 7
// Static locals keep their value, are initialised once, and are distinct per function and block.
#include <stdio.h>
static int count(void) { static int n = 10; return n++; }
static int other(int reset) {
    static int n;
    if (reset) { static int n = 100; return ++n; }
    return ++n;
}
static int *addr(void) { static int buf[2] = {5, 6}; return buf; }
int main(void) {
    count();
    count();
    addr()[1]++;
    printf("%d %d %d %d %d\n", count(), other(0), other(1), other(1), other(0));
    return addr()[1];
}
