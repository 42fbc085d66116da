// stage: run; models: lp64, ilp32; exit: 103
// Internal linkage is inherited by later extern declarations and block externs.
#include <stdio.h>
static int v = 3;
extern int v;
static int f(void);
extern int f(void);
int f(void) { extern int v; return v++; }
int main(void) {
    extern int f(void);
    int a = f();
    { int v = 100; a += v; }
    printf("%d %d\n", a, v);
    return a;
}
