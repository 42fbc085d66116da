// stage: run; models: lp64, ilp32; exit: 4
// _Bool fields normalise; enum fields take the enum's signedness.
#include <stdio.h>
enum state { OFF, ON, BUSY, FAIL };
struct dev { _Bool open : 1; _Bool dirty : 1; enum state st : 2; unsigned char n : 4; };
int main(void) {
    struct dev d = {.open = 8, .st = FAIL, .n = 17};
    printf("%d %d %d %d %d\n", d.open, d.dirty, d.st, d.n, d.st == FAIL);
    d.dirty = 0.5;
    d.open = d.dirty + d.open - 2;
    d.st = BUSY;
    d.n = d.n - 2;
    printf("%d %d %d %d\n", d.open, d.dirty, d.st, d.n);
    return (int)sizeof d;
}
