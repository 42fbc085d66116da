// stage: run; models: lp64, ilp32; exit: 42
// Decimal, octal, hexadecimal and GNU binary literals.
#include <stdio.h>
int main(void) {
    printf("%d %d %d %d\n", 100, 0100, 0x100, 0b100);
    printf("%d %d %d\n", 0XaBc, 0B1011, 00);
    printf("%u\n", 0b11111111111111111111111111111111u);
    return 0x1F + 013;
}
