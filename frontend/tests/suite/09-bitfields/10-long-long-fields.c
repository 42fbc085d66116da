// stage: run; models: lp64, ilp32; exit: 1
// 64-bit fields: wide arithmetic keeps the field's width in gcc.
#include <stdio.h>
struct f { unsigned long long a : 33; long long b : 40; unsigned long long c : 55; };
int main(void) {
    struct f x = {0x1ffffffffULL, -5, 1ULL << 54};
    printf("%llx %lld %llx\n", (unsigned long long)x.a, (long long)x.b, (unsigned long long)x.c);
    x.b *= 1000000;
    x.a += 2;
    x.c -= 1;
    printf("%llx %lld %llx\n", (unsigned long long)x.a, (long long)x.b, (unsigned long long)x.c);
    printf("%d\n", (int)sizeof x);
    return (int)x.a;
}
