// stage: run; models: lp64, ilp32; exit: 2
// Block scope, loop scope and function scope nest.
#include <stdio.h>
int x = 1;
static int get(void) { return x; }
int main(void) {
    int r = x;
    int x = 2;
    r = r * 10 + x;
    {
        int x = 3;
        r = r * 10 + x;
        for (int x = 4; x < 5; x++) {
            r = r * 10 + x;
            int x = 5;
            r = r * 10 + x;
        }
        r = r * 10 + x;
    }
    { extern int x; r = r * 10 + x; }
    printf("%d %d\n", r, get());
    if (({ int x = 8; x; }) == 8) r = x;
    return r;
}
