// stage: run; models: lp64, ilp32; exit: 2
// Sign-extending field extraction by shifting left then right.
#include <stdio.h>
#include <stdint.h>
static int32_t sext(uint32_t v, int lo, int len) { return (int32_t)(v << (32 - lo - len)) >> (32 - len); }
static uint32_t put(uint32_t w, int lo, int len, uint32_t v) {
    uint32_t m = ((1u << len) - 1) << lo;
    return (w & ~m) | ((v << lo) & m);
}
int main(void) {
    uint32_t insn = 0xfea12345;
    printf("%d %d %d\n", sext(insn, 0, 12), sext(insn, 20, 12), sext(insn, 4, 3));
    insn = put(insn, 8, 8, 0x5a);
    printf("%x %x\n", insn, put(insn, 0, 4, 0xff));
    return sext(0x70, 4, 3) + 3;
}
