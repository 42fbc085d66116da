// stage: run; models: lp64, ilp32; exit: 7
// Conversion to integers truncates toward zero.
#include <stdio.h>
int main(void) {
    double v[] = {2.9, -2.9, 0.999, -0.999, 1e9, 255.5};
    for (int i = 0; i < 6; i++)
        printf("%d %lld\n", (int)v[i], (long long)(v[i] * 10));
    unsigned u = 3e9;
    unsigned char c = 200.7;
    unsigned long long w = 1.8e19;
    printf("%u %d %llu\n", u, c, w);
    return (int)-3.99 + 10;
}
