// stage: run; models: lp64, ilp32; exit: 38
// CRC-32 with a table built at run time.
#include <stdio.h>
#include <stdint.h>
static uint32_t tab[256];
static uint32_t crc(const char *s) {
    uint32_t c = ~0u;
    while (*s) c = tab[(c ^ (uint8_t)*s++) & 255] ^ (c >> 8);
    return ~c;
}
int main(void) {
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
        tab[i] = c;
    }
    printf("%08x %08x %08x\n", crc("123456789"), crc(""), crc("The quick brown fox"));
    return crc("123456789") & 0xff;
}
