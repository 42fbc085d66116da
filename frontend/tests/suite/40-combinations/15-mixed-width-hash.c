// stage: run; models: lp64, ilp32; wrap: signed; exit: 16
// Every integer width in one dataflow, with wrap-around and sign changes.
#include <stdio.h>
static signed char a = 17;
static unsigned short b = 0xfff0;
static int c = 0x7ffffff1;
static unsigned long d = 12345;
static long long e = -1;
int main(void) {
    for (int i = 0; i < 50; i++) {
        a = a * 3 + (b >> 3);
        b ^= a << (i & 7);
        c += b * a - (c >> 5);
        e = (e << 1) ^ c;
        e = e * 31 + (unsigned char)a;
        d = (unsigned)(d * 2654435761u) ^ (unsigned)e;
        c ^= (int)(d & 0xffff) % (a ? a : 1);
    }
    printf("%d %u %d %lu %lld\n", a, b, c, d, e);
    return (unsigned char)(a ^ b ^ c);
}
