// stage: run; models: lp64, ilp32; exit: 7
// Precedence of the binary operators, with gcc's silent readings.
#include <stdio.h>
int main(void) {
    int a = 6, b = 3, c = 2;
    printf("%d %d %d\n", a - b - c, a / b * c, a * b % c);
    printf("%d %d\n", a << 1 + c, a & b == c);
    printf("%d %d\n", a | b ^ c & 1, !a == b);
    printf("%d %d\n", a < b < c, a == b != c);
    printf("%d %d\n", a ? b : c ? 1 : 2, -a % 4);
    printf("%d\n", a ^ b | c && 0 || 1);
    int x, y;
    x = y = a += 2;
    printf("%d %d\n", x, y);
    return ~a & 0xf;
}
