// stage: run; models: lp64, ilp32; exit: 0
// The type of an unsuffixed literal depends on its base and value (6.4.4.1).
#include <stdio.h>
#define NAME(x) _Generic((x), int: "int", unsigned: "unsigned", long: "long", \
    unsigned long: "ulong", long long: "llong", unsigned long long: "ullong", default: "?")
int main(void) {
    puts(NAME(2147483647));
    puts(NAME(2147483648));
    puts(NAME(0x7fffffff));
    puts(NAME(0x80000000));
    puts(NAME(0xffffffffff));
    puts(NAME(037777777777));
    puts(NAME(9223372036854775807));
    puts(NAME(0xffffffffffffffff));
    return 0;
}
