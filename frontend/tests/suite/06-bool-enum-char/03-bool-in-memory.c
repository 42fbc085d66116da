// stage: run; models: lp64, ilp32; exit: 4
// A _Bool occupies a byte holding 0 or 1; arrays and pointers to it.
#include <stdio.h>
#include <string.h>
int main(void) {
    _Bool v[4] = {7, 0, -1};
    unsigned char raw[4];
    memcpy(raw, v, sizeof v);
    printf("%d %d %d %d %d\n", raw[0], raw[1], raw[2], raw[3], (int)sizeof v);
    _Bool *p = v + 1;
    *p = 42;
    p[2] = *p + 1;
    printf("%d %d\n", v[1], v[3]);
    return v[0] + v[1] + v[2] + v[3];
}
