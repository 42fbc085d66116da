// stage: run; models: lp64, ilp32; exit: 7
// packed lets fields straddle; sizes shrink to whole bytes.
#include <stdio.h>
#include <string.h>
struct __attribute__((packed)) p { unsigned a : 7, b : 15, c : 3; unsigned char d; short e : 12; };
int main(void) {
    struct p x;
    unsigned char raw[sizeof x];
    memset(&x, 0, sizeof x);
    x.a = 0x55; x.b = 0x7abc; x.c = 5; x.d = 0xee; x.e = -3;
    memcpy(raw, &x, sizeof x);
    printf("%d:", (int)sizeof x);
    for (unsigned i = 0; i < sizeof raw; i++) printf(" %02x", raw[i]);
    printf("\n%x %x %d %x %d\n", x.a, x.b, x.c, x.d, x.e);
    return sizeof x;
}
