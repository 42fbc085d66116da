// stage: run; models: lp64, ilp32; wrap: signed; exit: 1
// unsigned short * unsigned short is a signed int product; 65535*65535 wraps.
#include <stdio.h>
int main(void) {
    unsigned short a = 65535, b = 65535;
    int p = a * b;
    printf("%d %u\n", p, (unsigned)a * b);
    printf("%d\n", a * b < 0);
    printf("%lld\n", (long long)(a * b));
    return p & 0xff;
}
