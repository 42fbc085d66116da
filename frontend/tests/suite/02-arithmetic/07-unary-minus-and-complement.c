// stage: run; models: lp64, ilp32; exit: 2
// Unary minus and ~ on each unsigned width promote first.
#include <stdio.h>
int main(void) {
    unsigned char c = 1;
    unsigned short s = 1;
    unsigned i = 1;
    unsigned long long l = 1;
    printf("%d %d %u %llu\n", -c, -s, -i, -l);
    printf("%d %d %u %llu\n", ~c, ~s, ~i, ~l);
    printf("%d %d %d\n", +c, !c, !!s);
    printf("%d\n", ~c == 0xfe);
    return -(-c) + ~(~s);
}
