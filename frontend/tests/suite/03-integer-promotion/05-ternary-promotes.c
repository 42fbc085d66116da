// stage: run; models: lp64, ilp32; exit: 44
// The result type of ?: is the common type of both arms even when one is taken.
#include <stdio.h>
int main(void) {
    char c = 'x';
    short s = -3;
    unsigned u = 1;
    printf("%d %d %d\n", (int)sizeof(1 ? c : c), (int)sizeof(1 ? c : s), (int)sizeof(0 ? c : 1LL));
    long long r = 1 ? s : u;
    printf("%lld\n", r);
    double d = 1 ? 7 / 2 : 0.5;
    printf("%.2f\n", d);
    printf("%d\n", (1 ? -1 : 0u) > 0);
    return (1 ? (char)300 : 0) & 0x7f;
}
