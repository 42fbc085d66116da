// stage: run; models: lp64, ilp32; exit: 7
// Control flow inside expressions inside control flow.
#include <stdio.h>
static int classify(int x) {
    return ({ int r;
        switch (x) { case 0: r = 10; break; case 1 ... 3: r = 20; break; default: if (x < 0) return -1; r = 30; }
        r + x; });
}
int main(void) {
    int n = 0;
    for (int i = ({ int q = -1; while (q * q < 9) q--; q; }); ({ n++; i < 5; }); i += ({ i < 0 ? 2 : 3; }))
        printf("%d:%d ", i, classify(i));
    puts("");
    while (({ int k = 0; for (; k < 3; k++) if (k == n % 4) break; k; }) != 3) n++;
    return n;
}
