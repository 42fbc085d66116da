// stage: run; models: lp64, ilp32; exit: 192
// Rotations by every amount.
#include <stdio.h>
static unsigned rol(unsigned x, unsigned n) { n &= 31; return (x << n) | (x >> ((32 - n) & 31)); }
static unsigned char ror8(unsigned char x, int n) { return (x >> n) | (x << (8 - n)); }
int main(void) {
    unsigned acc = 0;
    for (unsigned i = 0; i < 40; i++) acc ^= rol(0x9e3779b9u + i, i);
    printf("%08x\n", acc);
    for (int i = 1; i < 8; i++) printf("%02x ", ror8(0x96, i));
    puts("");
    return ror8(0x81, 1);
}
