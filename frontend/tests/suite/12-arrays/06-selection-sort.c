// stage: run; models: lp64, ilp32; exit: 27
// In-place sorting by indices.
#include <stdio.h>
int main(void) {
    int a[] = {38, 27, 43, 3, 9, 82, 10, -5, 0, 27}, n = sizeof a / sizeof a[0];
    for (int i = 0; i < n - 1; i++) {
        int m = i;
        for (int j = i + 1; j < n; j++)
            if (a[j] < a[m]) m = j;
        int t = a[i]; a[i] = a[m]; a[m] = t;
    }
    for (int i = 0; i < n; i++) printf("%d ", a[i]);
    puts("");
    return a[n / 2];
}
