// stage: run; models: lp64, ilp32; exit: 10
// int op double converts the integer, and only where the operator needs it.
#include <stdio.h>
int main(void) {
    int i = 5, j = 2;
    unsigned u = 4294967295u;
    long long ll = -3;
    printf("%g %g %g\n", i / j + 0.5, (double)i / j, i / (double)j);
    printf("%.1f %.1f\n", u + 1.0, u + 1 + 0.0);
    printf("%g %g\n", ll * 1.5, ll / 2 * 1.5);
    printf("%g\n", 'a' + 0.25f);
    printf("%d %d\n", -1 < 0.5, (unsigned)-1 < 0.5);
    float f = i;
    f = f / j;
    return (int)(f * 4);
}
