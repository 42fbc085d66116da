// stage: run; models: lp64, ilp32; exit: 12
// Floating-point parsing.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *e;
    printf("%g %g %g\n", strtod("3.25", 0), strtod("-1e3", 0), atof(".5"));
    double d = strtod("2.5e2rest", &e);
    printf("%g %s\n", d, e);
    printf("%g %.17g\n", strtod("0x1.8p3", 0), strtod("0.1", 0));
    return (int)strtof("12.9", 0);
}
