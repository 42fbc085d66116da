// stage: run; models: lp64, ilp32; exit: 169
// A hash with rotations, schedule and endianness.
#include <stdio.h>
typedef unsigned int u32;
#define ROTL(x, n) ((x) << (n) | (x) >> (32 - (n)))
static void block(u32 h[5], const unsigned char *p) {
    u32 w[80], a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
    for (int i = 0; i < 16; i++) w[i] = (u32)p[4 * i] << 24 | p[4 * i + 1] << 16 | p[4 * i + 2] << 8 | p[4 * i + 3];
    for (int i = 16; i < 80; i++) w[i] = ROTL(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    for (int i = 0; i < 80; i++) {
        u32 f = i < 20 ? (b & c) | (~b & d) : i < 40 || i >= 60 ? b ^ c ^ d : (b & c) | (b & d) | (c & d);
        static const u32 k[4] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
        u32 t = ROTL(a, 5) + f + e + k[i / 20] + w[i];
        e = d; d = c; c = ROTL(b, 30); b = a; a = t;
    }
    h[0] += a; h[1] += b; h[2] += c; h[3] += d; h[4] += e;
}
int main(void) {
    u32 h[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    unsigned char m[64] = "abc\x80";
    m[63] = 24;
    block(h, m);
    for (int i = 0; i < 5; i++) printf("%08x", h[i]);
    puts("");
    return h[0] >> 24;
}
