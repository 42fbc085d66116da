// stage: run; models: lp64, ilp32; exit: 4
// Narrowing assignments keep the low bits.
#include <stdio.h>
struct s { char c; short h; int i; } g;
int main(void) {
    long long big = 0x1122334455667788LL;
    g.c = big;
    g.h = big;
    g.i = big;
    printf("%x %x %x\n", g.c & 0xff, g.h & 0xffff, g.i);
    int r = (g.c = 0x1ff);
    printf("%d\n", r);
    unsigned char u;
    int chain = u = -1;
    printf("%d\n", chain);
    return (signed char)0xf0 + 20;
}
