// stage: run; models: lp64, ilp32; exit: 13
// __builtin_expect returns its first argument; unreachable ends a path.
#include <stdio.h>
#define likely(x) __builtin_expect(!!(x), 1)
static int f(int x) {
    switch (x & 3) {
    case 0: return 10;
    case 1: return 11;
    case 2: return 12;
    case 3: return 13;
    }
    __builtin_unreachable();
}
int main(void) {
    int n = 0;
    if (likely(5)) n += 1;
    if (__builtin_expect(0, 1)) n += 2;
    printf("%d %ld %d\n", n, __builtin_expect(42, 0), (int)sizeof(__builtin_expect(1, 1)) == (int)sizeof(long));
    printf("%d\n", (int)__builtin_expect_with_probability(7, 1, 0.9));
    return f(7);
}
