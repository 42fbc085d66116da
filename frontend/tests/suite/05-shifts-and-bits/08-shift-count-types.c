// stage: run; models: lp64, ilp32; exit: 16
// The count may be of any integer type; it does not change the result's type.
#include <stdio.h>
int main(void) {
    unsigned char n = 5;
    long long m = 3;
    _Bool b = 1;
    enum { SH = 4 };
    printf("%d %d %d %d\n", 1 << n, 1 << m, 1 << b, 1 << SH);
    printf("%d %d\n", (int)sizeof(1 << m), (int)sizeof((char)1 << m));
    printf("%lld\n", 1LL << (n * 8));
    printf("%d\n", 1 << 'a' - 'V');
    return 1 << m << b;
}
