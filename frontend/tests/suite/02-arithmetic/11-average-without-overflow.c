// stage: run; models: lp64, ilp32; exit: 0
// Midpoints computed three ways that must agree.
#include <stdio.h>
int main(void) {
    unsigned lo[] = {0, 10, 4000000000u, 4294967295u}, hi[] = {1, 21, 4294967295u, 4294967295u};
    int bad = 0;
    for (int i = 0; i < 4; i++) {
        unsigned a = lo[i] + (hi[i] - lo[i]) / 2;
        unsigned b = (lo[i] & hi[i]) + ((lo[i] ^ hi[i]) >> 1);
        unsigned c = (unsigned)(((unsigned long long)lo[i] + hi[i]) / 2);
        printf("%u %u %u\n", a, b, c);
        bad += a != b || b != c;
    }
    return bad;
}
