// stage: run; models: lp64, ilp32; exit: 1
// gcc computes with fields wider than int in a type of exactly their width.
#include <stdio.h>
struct f { unsigned long long a : 33, b : 40; long long c : 35; };
int main(void) {
    struct f x = {0x1ffffffffULL, 1ULL << 39, -1};
    printf("%d\n", x.a + 1 == 0);
    printf("%llx\n", (unsigned long long)(x.a << 4));
    printf("%llx\n", (unsigned long long)(x.b * 2 + x.a));
    printf("%llx %d\n", (unsigned long long)(x.a + x.b), x.c < 0);
    printf("%d %d\n", (int)sizeof(x.a + 1), -x.a == 1);
    printf("%llx\n", (unsigned long long)~x.b);
    printf("%lld\n", (long long)(x.c * 2 - 1));
    printf("%llx\n", x.a + 1ULL);
    return x.a > 0x1fffffffeULL;
}
