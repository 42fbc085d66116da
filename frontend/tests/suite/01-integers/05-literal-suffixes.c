// stage: run; models: lp64, ilp32; exit: 6
// Suffixes in all spellings.
#include <stdio.h>
#define NAME(x) _Generic((x), int: 1, unsigned: 2, long: 3, unsigned long: 4, long long: 5, unsigned long long: 6)
int main(void) {
    printf("%d%d%d%d%d\n", NAME(1), NAME(1u), NAME(1U), NAME(1l), NAME(1L));
    printf("%d%d%d%d\n", NAME(1ul), NAME(1LU), NAME(1lu), NAME(1UL));
    printf("%d%d%d%d\n", NAME(1ll), NAME(1LL), NAME(1ull), NAME(1LLU));
    printf("%d%d\n", NAME(0xffU), NAME(017ll));
    return NAME(1uLL);
}
