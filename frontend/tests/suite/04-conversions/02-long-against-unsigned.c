// stage: run; models: lp64, ilp32; exit: 1
// long vs unsigned: LP64 converts to long, ILP32 to unsigned long.
#include <stdio.h>
int main(void) {
    long a = -1;
    unsigned b = 1;
    printf("%d %d\n", a < b, (int)sizeof(a + b));
    printf("%d\n", _Generic(a + b, long: 1, unsigned long: 2, default: 3));
    printf("%d\n", _Generic(1LL + 1ul, long long: 1, unsigned long long: 2, unsigned long: 3, default: 4));
    long q = a / (long)b;
    printf("%ld\n", q);
    return a + b == 0;
}
