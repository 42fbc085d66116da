// stage: run; models: lp64, ilp32; exit: 5
// Fields share storage units of their type; bytes seen through memcpy.
#include <stdio.h>
#include <string.h>
struct f { unsigned a : 4, b : 8, c : 20; unsigned d : 30; unsigned e : 3; };
int main(void) {
    struct f x;
    unsigned char raw[sizeof x];
    memset(&x, 0, sizeof x);
    x.a = 0xa;
    x.b = 0xbc;
    x.c = 0xdef12;
    x.d = 0x2aaaaaaa;
    x.e = 5;
    memcpy(raw, &x, sizeof x);
    printf("%d:", (int)sizeof x);
    for (unsigned i = 0; i < sizeof raw; i++) printf(" %02x", raw[i]);
    puts("");
    return x.e;
}
