// stage: run; models: lp64, ilp32; exit: 42
// Byte swaps of 16, 32 and 64 bits.
#include <stdio.h>
static unsigned short be16(const unsigned char *p) { return __builtin_bswap16(*(const unsigned short *)p); }
int main(void) {
    printf("%x %x %llx\n", __builtin_bswap16(0x1234), __builtin_bswap32(0x12345678), (unsigned long long)__builtin_bswap64(0x0102030405060708ULL));
    printf("%x %d\n", __builtin_bswap16(0xff), (int)sizeof(__builtin_bswap16(1)));
    unsigned char b[2] __attribute__((aligned(2))) = {0xab, 0xcd};
    printf("%x\n", be16(b));
    return __builtin_bswap32(0x2a000000);
}
