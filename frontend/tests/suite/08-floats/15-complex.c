// stage: run; models: lp64, ilp32; exit: 2; fails: complex numbers are not supported
// _Complex arithmetic with small exact values.
#include <stdio.h>
int main(void) {
    double _Complex z = 3.0 + 4.0i, w = 1.0 - 2.0i;
    double _Complex p = z * w, s = z + w;
    printf("%g %g\n", __real__ p, __imag__ p);
    printf("%g %g\n", __real__ s, __imag__ s);
    float _Complex f = (float _Complex)~z;
    __imag__ f += 1;
    printf("%g %g %d\n", __real__ f, __imag__ f, (int)sizeof z);
    printf("%d %d\n", z == 3.0 + 4.0i, z != w);
    return (int)__real__ (z - w);
}
