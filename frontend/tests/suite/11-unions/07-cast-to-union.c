// stage: run; models: lp64, ilp32; exit: 14
// GNU cast to a union type, and transparent use of anonymous unions.
#include <stdio.h>
union num { int i; double d; };
static void show(union num n, int dbl) { if (dbl) printf("%g\n", n.d); else printf("%d\n", n.i); }
struct s { char tag; union { int a; unsigned char b[4]; }; };
int main(void) {
    show((union num)42, 0);
    show((union num)2.25, 1);
    struct s v = {'t', {0x0a0b0c0d}};
    printf("%c %d %d\n", v.tag, v.b[0], v.b[3]);
    v.b[0]++;
    return v.a & 0xff;
}
