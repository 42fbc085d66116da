// stage: run; models: lp64, ilp32; exit: 8
// Cases inside if, nested blocks and loops of the body.
#include <stdio.h>
static int f(int k) {
    int r = 0, i = 0;
    switch (k) {
        if (0) {
        case 1: r = 1;
        } else {
        case 2: r += 20;
        }
        break;
        for (i = 0; i < 3; i++) {
        case 3: r += 100;
        }
        break;
        { case 4: { case 5: r += 7; } r++; }
    }
    return r;
}
int main(void) {
    for (int k = 0; k < 6; k++) printf("%d ", f(k));
    puts("");
    return f(4);
}
