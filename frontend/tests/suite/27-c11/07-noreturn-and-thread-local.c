// stage: run; models: lp64, ilp32; exit: 12
// _Noreturn functions and _Thread_local objects.
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
static _Thread_local int tls = 4;
__thread int tls2;
noreturn static void die(int code) { printf("die %d\n", code); exit(code); }
static int pick(int x) { if (x > 2) die(x); return x; }
int main(void) {
    tls += pick(2);
    tls2 = tls * 2;
    printf("%d %d\n", tls, tls2);
    pick(tls2);
    return 99;
}
