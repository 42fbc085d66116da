// stage: run; models: lp64, ilp32; exit: 15
// Packed wire headers, byte order conversions and checksums.
#include <stdio.h>
#include <string.h>
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
struct __attribute__((packed)) hdr { u8 ver : 4, ihl : 4; u8 tos; u16 len; u32 addr; };
#define htons(x) ((u16)((u16)(x) << 8 | (u16)(x) >> 8))
static u32 get_be32(const u8 *p) { return (u32)p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3]; }
static u16 csum(const void *d, int n) {
    const u8 *p = d;
    u32 s = 0;
    for (; n > 1; n -= 2, p += 2) s += p[0] << 8 | p[1];
    while (s >> 16) s = (s & 0xffff) + (s >> 16);
    return ~s;
}
int main(void) {
    u8 raw[9] = {0xff};
    struct hdr h = {.ver = 4, .ihl = 5, .len = htons(300), .addr = 0x0100007f};
    memcpy(raw + 1, &h, sizeof h);
    printf("%d %x %x %x\n", (int)sizeof h, raw[1], get_be32(raw + 5), csum(&h, sizeof h));
    struct hdr *u = (struct hdr *)(raw + 1);
    u->len += 0x100;
    return raw[3] * 10 + raw[4] % 10;
}
