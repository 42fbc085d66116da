// stage: run; models: lp64, ilp32; exit: 12
// && and || stop as soon as the answer is known.
#include <stdio.h>
static int t(int v) { putchar('0' + v); return v; }
int main(void) {
    int r = t(0) && t(1);
    r = r * 2 + (t(1) || t(0));
    r = r * 2 + (t(1) && t(2) && t(0) && t(3));
    r = r * 2 + (t(0) || t(0) || t(4) || t(5));
    r = r * 2 + (t(0) && t(1) || t(6) && !t(0));
    printf(" %d\n", r);
    int *p = 0;
    if (p && *p) r = 99;
    if (!p || *p) r++;
    return r;
}
