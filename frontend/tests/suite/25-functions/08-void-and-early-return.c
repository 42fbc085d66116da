// stage: run; models: lp64, ilp32; exit: 7
// void functions, returns in loops and branches, unreachable tails.
#include <stdio.h>
static int trail;
static void f(int x) {
    if (x < 0) return;
    for (int i = 0;; i++) {
        trail++;
        if (i == x) return;
    }
    trail = 1000;
}
static void g(void) { return f(2); }
static int h(int x) { switch (x) { case 0: return 5; default: while (1) if (x-- < 3) return x; } }
int main(void) {
    f(-1);
    f(3);
    g();
    printf("%d %d %d\n", trail, h(0), h(9));
    return trail;
}
