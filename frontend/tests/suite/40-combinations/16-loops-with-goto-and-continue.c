// stage: run; models: lp64, ilp32; exit: 28
// break, continue and goto crossing in one function.
#include <stdio.h>
static int f(int n) {
    int r = 0, i, j;
    for (i = 0; i < n; i++) {
        j = 0;
        do {
            if (j == 2) { j++; continue; }
            if (i == 3 && j == 1) goto next_i;
            if (i == 5) goto done;
            switch ((i + j) % 3) { case 0: r += 1; continue; case 1: r += 10; break; default: goto bump; }
            r += 100;
bump:       r += 1000;
        } while (++j < 4);
        continue;
next_i: r += 5;
    }
done:
    return r;
}
int main(void) {
    for (int n = 0; n < 8; n++) printf("%d ", f(n));
    puts("");
    return f(4) % 200;
}
