// stage: run; models: lp64, ilp32; exit: 8
// Case labels are constant expressions, converted to the switch type.
#include <stdio.h>
#define PACK(a, b) ((a) << 8 | (b))
enum { E = 3 };
static int f(unsigned char c) { switch (c) { case 'a' + 1: return 1; case sizeof(int): return 2; case E * E: return 3; case 1 ? 20 : 30: return 4; } return 0; }
static int g(unsigned u) { switch (u) { case -1: return 1; case ~0u - 1: return 2; case PACK('x', 'y'): return 3; case (int)2.9: return 4; case !0: return 5; } return 0; }
int main(void) {
    printf("%d%d%d%d%d\n", f('b'), f(4), f(9), f(20), f(30));
    printf("%d%d%d%d%d\n", g(4294967295u), g(4294967294u), g('x' * 256 + 'y'), g(2), g(1));
    return f(20) * g(-2);
}
