// stage: run; models: lp64, ilp32; exit: 4
// Offsets of every integer type, negative and unsigned, scaled correctly.
#include <stdio.h>
int main(void) {
    long long v[8] = {0, 1, 2, 3, 4, 5, 6, 7}, *p = v + 4;
    signed char a = -2;
    unsigned char b = 3;
    short c = -4;
    unsigned long d = 1;
    long long e = -1;
    _Bool f = 1;
    printf("%lld %lld %lld %lld %lld %lld\n", p[a], *(p + b), c[p], *(d + p), p[e], *(p - f));
    p += a;
    p -= e;
    printf("%lld %d\n", *p, (int)(p - v));
    p = &v[b] + c + d;
    enum { OFF = 2 };
    printf("%lld %lld\n", p[OFF], *(v + 'a' - 'Z'));
    return (int)*(&p[7] - 3);
}
