// stage: run; models: lp64, ilp32; exit: 15
// A device descriptor seen as fields, words and bytes, copied and compared.
#include <stdio.h>
#include <string.h>
union desc {
    struct { unsigned own : 1, err : 1, : 6, len : 12, port : 4, : 0, addr; };
    unsigned w[2];
    unsigned char raw[8];
};
static unsigned sum(union desc d) { unsigned s = 0; for (int i = 0; i < 8; i++) s = s * 31 + d.raw[i]; return s; }
int main(void) {
    union desc ring[3] = {{{1, 0, 1500, 3, 0xdeadbeef}}, {.w = {0x00ffff01, 7}}, {.raw = {[3] = 1, [7] = 0x80}}};
    for (int i = 0; i < 3; i++) {
        union desc *d = &ring[i];
        d->err = !d->own;
        d->len -= 100;
        printf("%x %x %u %u %u\n", d->w[0], d->w[1], d->len, d->port, sum(*d));
    }
    ring[0] = ring[1];
    ring[0].addr = 7;
    return memcmp(&ring[0], &ring[1], sizeof *ring) == 0 ? ring[0].port : 255;
}
