// stage: run; models: lp64, ilp32; exit: 128
// Data-dependent iteration counts.
#include <stdio.h>
int main(void) {
    int best = 0, arg = 0;
    for (int i = 1; i < 300; i++) {
        unsigned long long x = i;
        int len = 1;
        while (x != 1) { x = x & 1 ? 3 * x + 1 : x / 2; len++; }
        if (len > best) best = len, arg = i;
    }
    printf("%d %d\n", arg, best);
    return best & 0xff;
}
