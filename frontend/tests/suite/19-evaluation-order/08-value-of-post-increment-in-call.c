// stage: run; models: lp64, ilp32; exit: 74
// The old value is passed; the callee sees the new one in memory.
#include <stdio.h>
static int g = 3;
static int look(int old) { return old * 10 + g; }
int main(void) {
    int r = look(g++);
    printf("%d\n", r);
    r = look(++g);
    printf("%d\n", r);
    r = look(g -= 2);
    printf("%d %d\n", r, g);
    int a[2] = {7, 8}, i = 0;
    r = look(a[i++]);
    r += i;
    return r;
}
