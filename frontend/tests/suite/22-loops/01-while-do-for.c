// stage: run; models: lp64, ilp32; exit: 5
// The three loops and what runs at least once.
#include <stdio.h>
int main(void) {
    int n = 0, i;
    while (n < 5) n += 2;
    do n++; while (n < 0);
    for (i = 0; i < 4; i++) n += i;
    for (; i > 0;) i -= 3;
    for (int k = 9; k; k /= 2) n *= 2;
    do { n--; if (n % 7 == 0) break; } while (1);
    printf("%d %d\n", n, i);
    for (;;) { if (i++ > 3) break; }
    return i;
}
