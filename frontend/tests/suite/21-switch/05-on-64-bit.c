// stage: run; models: lp64, ilp32; exit: 5
// Cases beyond 32 bits; the controlling expression is not truncated.
#include <stdio.h>
static int f(unsigned long long x) {
    switch (x) {
    case 0x100000000ULL: return 1;
    case 0: return 2;
    case 0xffffffffffffffffULL: return 3;
    case 0x200000000ULL ... 0x2ffffffffULL: return 4;
    default: return 5;
    }
}
static int g(long long x) { switch (x) { case -1: return 1; case 0xffffffff: return 2; case -1LL << 40: return 3; } return 4; }
int main(void) {
    printf("%d%d%d%d%d\n", f(0x100000000ULL), f(0), f(-1), f(0x212345678ULL), f(1));
    printf("%d%d%d%d\n", g(-1), g(0xffffffffLL), g(-1099511627776LL), g(0));
    return f(4294967296ULL) + g(5);
}
