// stage: run; models: lp64, ilp32; exit: 0
// ++ and -- on narrow types wrap at their own width; the value of the expression has the operand's type.
#include <stdio.h>
int main(void) {
    unsigned char a = 255;
    signed char b = 127;
    unsigned short c = 0;
    short d = -32768;
    int pre = ++a;
    int post = b++;
    printf("%d %d %d %d\n", a, pre, b, post);
    pre = --c;
    post = d--;
    printf("%d %d %d %d\n", c, pre, d, post);
    printf("%d %d\n", (int)sizeof(++a), (int)sizeof(c--));
    return a;
}
