// stage: run; models: lp64, ilp32; exit: 5
// %f, %e, %g with precision, sign and width.
#include <stdio.h>
int main(void) {
    double v[] = {0, 1, -1.5, 3.14159265, 1e10, 1.5e-7, 123456789.0, 0.5};
    for (int i = 0; i < 8; i++) printf("%f %e %g\n", v[i], v[i], v[i]);
    printf("[%8.2f][%-8.1f][%+.3f][%08.3f]\n", 3.14159, 2.25, 1.0, -2.5);
    printf("[%.0f][%.0f][%.0f][%.1f]\n", 0.5, 1.5, 2.5, 0.25);
    printf("[%#.0f][%G][%E]\n", 3.0, 1e-10, 12345.678);
    printf("[%g][%g][%g][%.3g]\n", 100000.0, 1000000.0, 0.0001, 1234.5);
    return printf("%.2f\n", 2.675);
}
