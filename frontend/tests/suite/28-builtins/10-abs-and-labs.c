// stage: run; models: lp64, ilp32; exit: 1
// abs family, also at the edges.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    printf("%d %ld %lld\n", abs(-5), labs(-6L), llabs(-1LL << 50));
    div_t d = div(-17, 5);
    ldiv_t l = ldiv(100, 7);
    lldiv_t q = lldiv(-1LL << 40, 1000);
    printf("%d %d %ld %ld %lld %lld\n", d.quot, d.rem, l.quot, l.rem, q.quot, q.rem);
    return abs(-2147483647) == 2147483647;
}
