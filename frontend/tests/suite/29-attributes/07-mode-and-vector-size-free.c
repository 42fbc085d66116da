// stage: run; models: lp64, ilp32; exit: 112
// mode attributes change the width of integer types.
#include <stdio.h>
typedef int qi __attribute__((mode(QI)));
typedef unsigned hi __attribute__((__mode__(__HI__)));
typedef int di __attribute__((mode(DI)));
typedef unsigned w __attribute__((mode(word)));
int main(void) {
    qi a = 200;
    hi b = 70000;
    di c = 1LL << 40;
    printf("%d %d %lld\n", a, b, (long long)c);
    printf("%d %d %d %d\n", (int)sizeof(qi), (int)sizeof(hi), (int)sizeof(di), (int)sizeof(w) == (int)sizeof(long));
    return b & 0xff;
}
