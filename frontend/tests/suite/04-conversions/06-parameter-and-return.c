// stage: run; models: lp64, ilp32; exit: 127
// Arguments convert to the parameter's type, results to the return type.
#include <stdio.h>
static signed char low(int x) { return x; }
static unsigned short us(long long x) { return x; }
static int takes(unsigned char c, short s, _Bool b) { return c * 1000 + s * 10 + b; }
static double half(int x) { return x / 2; }
static int trunc_(double d) { return d; }
int main(void) {
    printf("%d %d\n", low(200), us(-1));
    printf("%d\n", takes(259, 65537, 256));
    printf("%.1f %d %d\n", half(7), trunc_(-2.9), trunc_(1e3));
    return low(0x17f);
}
