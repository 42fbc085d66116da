// stage: run; models: lp64, ilp32; exit: 50
// Results and parameters of narrow types convert on the way in and out.
#include <stdio.h>
static _Bool b(double d) { return d; }
static _Bool bp(const void *p) { return p; }
static signed char sc(int x) { return x; }
static unsigned char uc(_Bool x) { return -x; }
static unsigned short us(signed char c) { return c; }
static float fl(double d) { return d; }
static int viaptr(int (*f)(signed char), int x) { return f(x); }
static int id(signed char c) { return c; }
int main(void) {
    printf("%d %d %d %d\n", b(0.1), b(-0.0), bp("x"), bp(0));
    printf("%d %d %d %d\n", sc(128), uc(300), us(-1), viaptr(id, 0x1ff));
    printf("%d %d\n", fl(0.1) == 0.1, fl(16777217) == 16777216);
    printf("%d\n", sc(255) + uc(5) + us(300));
    return (unsigned char)sc(-1) == uc(1) ? 50 : 51;
}
