// stage: run; models: lp64, ilp32; exit: 25
// Generic overflow checks: the result is stored wrapped, the flag tells.
#include <limits.h>
#include <stdio.h>
int main(void) {
    int r;
    unsigned u;
    unsigned char c;
    long long l;
    printf("%d ", __builtin_add_overflow(INT_MAX, 1, &r));
    printf("%d\n", r);
    printf("%d ", __builtin_sub_overflow(3u, 5u, &u));
    printf("%u\n", u);
    printf("%d ", __builtin_mul_overflow(16, 17, &c));
    printf("%d\n", c);
    printf("%d ", __builtin_mul_overflow(1LL << 40, 1 << 20, &l));
    printf("%lld\n", l);
    printf("%d ", __builtin_add_overflow(-1, 2u, &u));
    printf("%u\n", u);
    printf("%d ", __builtin_add_overflow(LLONG_MAX, ULLONG_MAX, &r));
    printf("%d\n", r);
    return __builtin_mul_overflow(5, 50, &c) * 100 + c / 10;
}
