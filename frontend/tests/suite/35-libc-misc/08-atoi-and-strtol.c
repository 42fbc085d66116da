// stage: run; models: lp64, ilp32; exit: 77
// Number parsing with signs, bases, prefixes, end pointers and saturation.
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    printf("%d %d %d %d %ld\n", atoi("42"), atoi("  -17xyz"), atoi("+8"), atoi("none"), atol("123456789"));
    char *e;
    const char *s = "0x1fz";
    printf("%ld ", strtol(s, &e, 16));
    printf("%d ", (int)(e - s));
    printf("%ld ", strtol(s, &e, 0));
    printf("%ld %ld %lu\n", strtol("077", NULL, 0), strtol("-101", 0, 2), strtoul("zz", 0, 36));
    errno = 0;
    printf("%d ", strtol("99999999999999999999", NULL, 10) == LONG_MAX);
    printf("%d\n", errno == ERANGE);
    printf("%lld %llu\n", strtoll("-9223372036854775808", 0, 10), strtoull("18446744073709551615", 0, 10));
    printf("%d\n", (strtol("abc", &e, 10), *e));
    return atoi("77");
}
