// stage: run; models: lp64, ilp32; exit: 1
// GNU: enumerators beyond int make the enum 64 bits wide (with -std=gnu11).
#include <stdio.h>
enum big { SMALL = 1, HUGE = 0x100000000LL };
enum un { LAST = 0xffffffffu };
int main(void) {
    enum big b = HUGE;
    enum un n = LAST;
    printf("%d %llx\n", (int)sizeof(enum big), (long long)b);
    printf("%d %u\n", (int)sizeof(enum un), n);
    b = b * 16 + SMALL;
    printf("%llx\n", (long long)b);
    return n == 0xffffffffu;
}
