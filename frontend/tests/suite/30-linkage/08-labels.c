// stage: run; exit: 0; also: 08-labels.part.c
// Labels name what is linked; registers are no symbols.
#include <stdio.h>
volatile int x = 1;
extern volatile int y __asm__("x");
int inner(void) { return 1; }
int shown(void);
int a __asm__("b") = 1;
int b __asm__("a") = 2;
int from_outside(void);
extern int number __asm__("the_number");
int early(int) __asm__("real");
int real(int n) { return n + 1; }
#pragma redefine_extname another_name shown
int another_name(void);
int main(void)
{
    extern volatile int z __asm__("x");
    register int r __asm__("ecx") = 5;
    int in_register = r;
    y = 4;
    z++;
    printf("%d %d %d %d %d\n", x, inner(), shown(), another_name(), from_outside());
    printf("%d %d %d\n", number, early(6), in_register);
    return 0;
}
