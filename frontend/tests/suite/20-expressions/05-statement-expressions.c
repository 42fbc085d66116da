// stage: run; models: lp64, ilp32; exit: 181
// Statement expressions with declarations, loops and control flow out of them.
#include <stdio.h>
#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
static int find(int *v, int n, int x) {
    for (int i = 0; i < n; i++)
        (void)({ if (v[i] == x) return i; 0; });
    return -1;
}
int main(void) {
    int i = 3, v[] = {4, 5, 6};
    int f = ({ int r = 1; for (int k = 2; k <= 5; k++) r *= k; r; });
    int m = MAX(i++, 2);
    printf("%d %d %d\n", f, m, i);
    printf("%d %d\n", MAX(MAX(1, 9), MAX(3, 4)), find(v, 3, 6));
    for (int k = 0; k < 10; k++) f += ({ if (k == 3) continue; if (k == 6) break; k; });
    ({ i = 50; });
    return f + i + find(v, 3, 7);
}
