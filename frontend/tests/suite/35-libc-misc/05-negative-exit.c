// stage: run; models: lp64, ilp32; exit: 255
// A negative return from main is seen modulo 256.
#include <stdio.h>
int main(void) {
    puts("bye");
    return -1;
}
