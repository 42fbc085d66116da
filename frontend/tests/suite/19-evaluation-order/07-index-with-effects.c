// stage: run; models: lp64, ilp32; exit: 4
// Side effects inside indices and pointers happen exactly once.
#include <stdio.h>
static int n;
static int idx(void) { return n++; }
int main(void) {
    int a[6] = {1, 2, 3, 4, 5, 6}, *p = a;
    a[idx()] += 10;
    a[idx()]++;
    ++a[idx()];
    a[idx()] <<= 2;
    *p++ += 100;
    *++p -= 1;
    (*(p += 2))--;
    for (int i = 0; i < 6; i++) printf("%d ", a[i]);
    printf("%d %d\n", n, (int)(p - a));
    return n;
}
