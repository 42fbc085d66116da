// stage: run; models: lp64, ilp32; exit: 1
// The constants of limits.h, printed with their own formats.
#include <limits.h>
#include <stdio.h>
int main(void) {
    printf("%d %d %d %d\n", CHAR_BIT, SCHAR_MIN, SCHAR_MAX, UCHAR_MAX);
    printf("%d %d %u\n", SHRT_MIN, SHRT_MAX, USHRT_MAX);
    printf("%d %d %u\n", INT_MIN, INT_MAX, UINT_MAX);
    printf("%ld %ld %lu\n", LONG_MIN, LONG_MAX, ULONG_MAX);
    printf("%lld %lld %llu\n", LLONG_MIN, LLONG_MAX, ULLONG_MAX);
    return CHAR_MIN < 0 ? 1 : 2;
}
