// stage: run; models: lp64, ilp32; exit: 68
// continue in for runs the step; in do-while it goes to the test.
#include <stdio.h>
int main(void) {
    int s = 0, i = 0;
    for (i = 0; i < 10; i++) { if (i % 3 == 0) continue; if (i > 7) break; s += i; }
    printf("%d %d\n", s, i);
    i = 0;
    do { if (i == 2) continue; s += 100; } while (++i < 4);
    printf("%d %d\n", s, i);
    while (i-- > 0) { if (i & 1) continue; s += i; }
    printf("%d %d\n", s, i);
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) { if (b == a) break; s++; }
    return s & 0xff;
}
