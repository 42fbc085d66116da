// stage: run; models: lp64, ilp32; exit: 16
// Numbers, characters and operators that lexers split wrongly.
#include <stdio.h>
#define E 5
#define x_y 1
int main(void) {
    int e = 2, x = 0x1E +1, f = 1.e1-E, i = 3;
    double d = 1e+2, h = 0x1p-1, k = .5e-1, m = 1.f, n = 0x.8p1;
    int a = i+++ ++e, b = i-- - --e, c = - -e, g = !!~-e;
    int *p = &i, q = 12/ *p, r = i<<1>>1, s = i>=3?1:0, t = e&&!e||e;
    a = a<b?a:b;
    char w = '"', y = '\'', z = '\\';
    const char *u = "'" "\"" "//" "/*" "??/" "\\", *v = "\x41" "1";
    printf("%d %d %g %g %g %g %g\n", x, f, d, h, k, m, n);
    printf("%d %d %d %d %d %d %d %d\n", a, b, c, g, q, r, s, t);
    printf("%c%c%c %s %s\n", w, y, z, u, v);
    return 0xF+x_y;
}
