// stage: run; models: lp64, ilp32; exit: 3
// A label's address in a local, reassigned.
#include <stdio.h>
int main(void) {
    int n = 0;
    void *next = &&one;
    goto *next;
one:
    putchar('1');
    next = n++ < 2 ? &&one : &&two;
    goto *next;
two:
    putchar('2');
    if (next != &&two) return 99;
    next = &&three;
    goto *next;
three:
    puts("3");
    return n;
}
