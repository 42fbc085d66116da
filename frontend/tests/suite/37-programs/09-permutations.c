// stage: run; models: lp64, ilp32; exit: 60
// Next permutation in place, counting inversions.
#include <stdio.h>
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
static int next(int *v, int n) {
    int i = n - 2, j = n - 1;
    while (i >= 0 && v[i] >= v[i + 1]) i--;
    if (i < 0) return 0;
    while (v[j] <= v[i]) j--;
    swap(&v[i], &v[j]);
    for (int l = i + 1, r = n - 1; l < r;) swap(&v[l++], &v[r--]);
    return 1;
}
int main(void) {
    int v[] = {1, 2, 2, 3, 4}, n = 0, inv = 0;
    do {
        n++;
        for (int i = 0; i < 5; i++) for (int j = i + 1; j < 5; j++) inv += v[i] > v[j];
    } while (next(v, 5));
    printf("%d %d\n", n, inv);
    return n;
}
