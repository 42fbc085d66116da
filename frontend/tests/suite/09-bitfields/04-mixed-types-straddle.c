// stage: run; models: lp64, ilp32; exit: 42
// A field never straddles a boundary of its declared type.
#include <stdio.h>
#include <string.h>
struct f { char a : 5; short b : 9; int c : 7; unsigned char d : 6; long long e : 40; };
int main(void) {
    struct f x;
    unsigned char raw[sizeof x];
    memset(&x, 0, sizeof x);
    x.a = -3;
    x.b = 0x155;
    x.c = 0x2a;
    x.d = 63;
    x.e = -2;
    memcpy(raw, &x, sizeof x);
    printf("%d %d %d %d %d %lld\n", (int)sizeof x, x.a, x.b, x.c, x.d, (long long)x.e);
    for (unsigned i = 0; i < sizeof raw; i++) printf("%02x", raw[i]);
    puts("");
    return x.c;
}
