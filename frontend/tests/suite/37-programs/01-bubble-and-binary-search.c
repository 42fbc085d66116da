// stage: run; models: lp64, ilp32; exit: 13
// Sorting and searching with struct keys.
#include <stdio.h>
struct kv { short k; int v; };
static void sort(struct kv *a, int n) {
    for (int swapped = 1; swapped; n--) {
        swapped = 0;
        for (int i = 1; i < n; i++)
            if (a[i - 1].k > a[i].k) { struct kv t = a[i]; a[i] = a[i - 1]; a[i - 1] = t; swapped = 1; }
    }
}
static int find(const struct kv *a, int n, int k) {
    int lo = 0, hi = n - 1;
    while (lo <= hi) {
        int m = lo + (hi - lo) / 2;
        if (a[m].k == k) return a[m].v;
        if (a[m].k < k) lo = m + 1; else hi = m - 1;
    }
    return -1;
}
int main(void) {
    struct kv a[20];
    for (int i = 0; i < 20; i++) a[i] = (struct kv){(i * 7919) % 101, i};
    sort(a, 20);
    int s = 0;
    for (int k = 0; k < 101; k++) s += find(a, 20, k);
    printf("%d %d %d\n", s, a[0].k, a[19].k);
    return find(a, 20, (13 * 7919) % 101);
}
