// stage: run; models: lp64, ilp32; exit: 32
// Right shift of unsigned values brings in zeros.
#include <stdio.h>
int main(void) {
    unsigned a = 0x80000001u;
    unsigned long long b = 0x8000000000000001ULL;
    printf("%x %x %x\n", a >> 1, a >> 31, a >> 0);
    printf("%llx %llx\n", b >> 1, b >> 63);
    printf("%x\n", (unsigned)-1 >> 28);
    printf("%d\n", (int)a >> 31);
    return a >> 26;
}
