// stage: run; models: lp64, ilp32; exit: 36
// Locals partly initialised are zero in the rest.
#include <stdio.h>
int main(void) {
    int a[5] = {1, 2};
    char s[8] = "ab";
    struct { int x; int y[2]; } t = {3};
    int z[4] = {0};
    int sum = 0;
    for (int i = 0; i < 5; i++) sum += a[i];
    for (int i = 2; i < 8; i++) sum += s[i];
    printf("%d %d %d %d\n", sum, t.y[0], t.y[1], z[3]);
    for (int i = 0; i < 3; i++) {
        int loc[2] = {i};
        loc[1] += 1;
        sum += loc[0] * 10 + loc[1];
    }
    return sum;
}
