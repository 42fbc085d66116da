// stage: run; models: lp64, ilp32; exit: 25
// Types declared in casts, sizeof, return types and for headers.
#include <stdio.h>
static struct pair { int a, b; } mk(int x) { return (struct pair){x, -x}; }
int main(void) {
    int s = sizeof(struct local { char c[5]; });
    struct local l = {"four"};
    printf("%d %s %d\n", s, l.c, mk(3).b);
    for (struct { int i; int sum; } k = {0, 0}; k.i < 4; k.i++) { k.sum += k.i; s += k.sum; }
    enum inner { A = sizeof(enum outer { B = 6 }) } e = A;
    return s + B + e;
}
