// stage: run; models: lp64, ilp32; exit: 16
// Four ways of counting bits agree.
#include <stdio.h>
static int c1(unsigned x) { int n = 0; while (x) { n += x & 1; x >>= 1; } return n; }
static int c2(unsigned x) { int n = 0; for (; x; x &= x - 1) n++; return n; }
static int c3(unsigned x) {
    x = x - ((x >> 1) & 0x55555555);
    x = (x & 0x33333333) + ((x >> 2) & 0x33333333);
    return ((x + (x >> 4) & 0x0f0f0f0f) * 0x01010101) >> 24;
}
int main(void) {
    unsigned x = 1;
    int total = 0;
    for (int i = 0; i < 50; i++) {
        x = x * 1664525u + 1013904223u;
        if (c1(x) != c2(x) || c2(x) != c3(x)) return 1;
        total += c3(x);
    }
    printf("%d\n", total);
    return c1(0xf0f0f0f0u);
}
