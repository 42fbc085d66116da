// stage: run; models: lp64, ilp32; exit: 15
// An inner switch has its own cases and break; continue belongs to the loop.
#include <stdio.h>
static int f(int a, int b) {
    int r = 0;
    for (int i = 0; i < 3; i++) {
        switch (a) {
        case 0:
            switch (b + i) { case 1: r += 1; break; case 2: r += 10; continue; default: r += 100; }
            r += 1000;
            break;
        case 1:
            r += 5;
            continue;
        }
        r += 10000;
    }
    return r;
}
int main(void) {
    printf("%d %d %d %d\n", f(0, 0), f(0, 2), f(1, 0), f(2, 0));
    return f(1, 1);
}
