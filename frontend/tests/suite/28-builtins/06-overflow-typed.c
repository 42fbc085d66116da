// stage: run; models: lp64, ilp32; exit: 2
// The typed variants, and overflow_p without a store.
#include <limits.h>
#include <stdio.h>
int main(void) {
    int i;
    long l;
    long long ll;
    unsigned u;
    unsigned long long ull;
    printf("%d\n", __builtin_sadd_overflow(1, 2, &i));
    printf("%d\n", i);
    printf("%d\n", (int)__builtin_saddl_overflow(LONG_MIN, -1, &l));
    printf("%d\n", l == LONG_MAX);
    printf("%d\n", __builtin_smulll_overflow(LLONG_MAX, 2, &ll));
    printf("%lld\n", ll);
    printf("%d\n", __builtin_usub_overflow(1, 2, &u));
    printf("%u\n", u);
    printf("%d\n", __builtin_umulll_overflow(ULLONG_MAX, ULLONG_MAX, &ull));
    printf("%llu\n", ull);
    return __builtin_add_overflow_p(100, 100, (signed char)0) * 2 + __builtin_mul_overflow_p(10, 10, (signed char)0);
}
