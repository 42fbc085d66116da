// stage: run; models: lp64, ilp32; exit: 28
// Cases fall through until a break.
#include <stdio.h>
static int f(int x) {
    int r = 0;
    switch (x) {
    case 1: r += 1;
    case 2: r += 2; break;
    case 3: r += 4;
    default: r += 8;
    case 5: r += 16;
    }
    return r;
}
int main(void) {
    for (int i = 0; i < 7; i++) printf("%d ", f(i));
    puts("");
    return f(3);
}
