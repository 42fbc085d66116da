// stage: run; models: lp64, ilp32; exit: 110
// Statement attributes.
#include <stdio.h>
static int f(int x) {
    int r = 0;
    switch (x) {
    case 1: r++; __attribute__((fallthrough));
    case 2: r += 10; __attribute__((__fallthrough__));
    default: r += 100;
    }
    if (r > 1000) goto cold;
    return r;
cold: __attribute__((cold, unused));
    return -1;
}
int main(void) {
    printf("%d %d %d\n", f(1), f(2), f(3));
    return f(2);
}
