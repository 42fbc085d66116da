// stage: run; models: lp64, ilp32; exit: 40
// Eight queens by bit masks.
#include <stdio.h>
static int solve(unsigned cols, unsigned l, unsigned r, unsigned all) {
    if (cols == all) return 1;
    int n = 0;
    for (unsigned free = all & ~(cols | l | r); free; free &= free - 1) {
        unsigned bit = free & -free;
        n += solve(cols | bit, (l | bit) << 1, (r | bit) >> 1, all);
    }
    return n;
}
int main(void) {
    for (int n = 1; n <= 6; n++) printf("%d ", solve(0, 0, 0, (1u << n) - 1));
    puts("");
    return solve(0, 0, 0, 127);
}
