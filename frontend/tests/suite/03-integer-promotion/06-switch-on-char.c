// stage: run; models: lp64, ilp32; exit: 4
// The controlling expression of a switch is promoted; case labels are converted to the promoted type.
#include <stdio.h>
static int f(signed char c) {
    switch (c) {
    case -1: return 1;
    case 'a': return 2;
    case 255: return 3;
    default: return 4;
    }
}
static int g(unsigned char c) {
    switch (c) {
    case 255: return 1;
    case -1: return 2;
    default: return 3;
    }
}
int main(void) {
    printf("%d %d %d %d %d\n", f(-1), f('a'), f((signed char)255), g(255), g(1));
    return f(0);
}
