// stage: run; models: lp64, ilp32; exit: 63
// Every scalar type as a condition.
#include <stdio.h>
struct bf { unsigned b : 2; int s : 1; };
static int truth(int k) { return k; }
int main(void) {
    int n = 0, x;
    long long big = 1LL << 40;
    float tiny = 1e-30f;
    struct bf f = {2, -1};
    if (big) n |= 1;
    if (tiny) n |= 2;
    if (f.b) n |= 4;
    if (f.s) n |= 8;
    if (&x) n |= 16;
    if (truth) n |= 32;
    if ((char)256) n |= 64;
    if ("") n |= 128;
    if (!big || !tiny || (int)big) n |= 256;
    printf("%d\n", n);
    return n & 0x7f;
}
