// stage: run; models: lp64, ilp32; exit: 6
// Flags, widths and lengths of the integer conversions.
#include <stdio.h>
int main(void) {
    printf("[%5d][%-5d][%05d][%+d][% d]\n", 42, 42, 42, 42, 42);
    printf("[%x][%X][%#x][%o][%#o][%u]\n", 255, 255, 255, 8, 8, 3000000000u);
    printf("[%.5d][%8.3d][%-8.3d][%.0d]\n", 42, 42, 42, 0);
    printf("[%hhd][%hd][%ld][%lld][%hhu]\n", 300, 70000, -5L, -6LL, -1);
    printf("[%*d][%-*d][%.*d]\n", 6, 1, 6, 2, 3, 3);
    printf("[%+5d][%+05d][%#08x][% 05d]\n", -3, 3, 0x1f, 7);
    printf("[%i][%zu][%td]\n", -0, sizeof(char[9]), (char *)0 - (char *)0);
    return printf("%d\n", 12345);
}
