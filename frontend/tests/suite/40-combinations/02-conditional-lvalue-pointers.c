// stage: run; models: lp64, ilp32; exit: 24
// Pointers from ?: with effects, used as targets of compound assignment.
#include <stdio.h>
static int n, a[3] = {1, 2, 3};
static int *pick(int k) { n++; return k ? a + k : 0; }
int main(void) {
    *(pick(0) ?: a) += 10;
    *(n > 0 && pick(2) ? pick(1) : a + 2) *= 5;
    (n & 1 ? a : a + 1)[1]--;
    ++*(a[0] > 10 ? &a[2] : &a[0]);
    printf("%d %d %d %d\n", a[0], a[1], a[2], n);
    return a[0] + a[1] + a[2];
}
