// stage: run; models: lp64, ilp32; exit: 3
// ++ on a _Bool saturates at true; -- toggles.
#include <stdio.h>
int main(void) {
    _Bool b = 0;
    b++;
    printf("%d", b);
    ++b;
    printf("%d", b);
    b--;
    printf("%d", b);
    b--;
    printf("%d\n", b);
    b += 5;
    b *= 3;
    printf("%d\n", b);
    b ^= 1;
    printf("%d\n", b);
    return b + 3;
}
