// stage: run; models: lp64, ilp32; exit: 6
// clz, ctz, popcount, parity, ffs, clrsb at each width.
#include <stdio.h>
int main(void) {
    unsigned v[] = {1, 0x80000000u, 0x00ff0000u, 12345};
    for (int i = 0; i < 4; i++)
        printf("%d %d %d %d %d\n", __builtin_clz(v[i]), __builtin_ctz(v[i]), __builtin_popcount(v[i]), __builtin_parity(v[i]), __builtin_ffs(v[i]));
    unsigned long long w = 0x0000f00000000100ULL;
    printf("%d %d %d %d %d\n", __builtin_clzll(w), __builtin_ctzll(w), __builtin_popcountll(w), __builtin_parityll(w), __builtin_ffsll(w));
    printf("%d %d %d\n", __builtin_ffs(0), __builtin_popcount(-1), __builtin_clrsb(-256));
    unsigned long l = 64;
    printf("%d\n", __builtin_popcountl(~0UL));
    return __builtin_ctzl(l);
}
