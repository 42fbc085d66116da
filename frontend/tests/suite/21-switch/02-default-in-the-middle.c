// stage: run; models: lp64, ilp32; exit: 101
// default may stand anywhere; it is taken only when nothing matches.
#include <stdio.h>
static char f(int x) {
    switch (x) {
    default: return 'd';
    case 0: return 'z';
    case -1: return 'n';
    }
}
static int g(int x) {
    int r = 0;
    switch (x) { case 1: r = 10; default: r++; case 2: r += 100; break; case 3: r = 5; }
    return r;
}
int main(void) {
    printf("%c%c%c %d %d %d %d\n", f(0), f(-1), f(7), g(1), g(2), g(3), g(4));
    return g(9);
}
