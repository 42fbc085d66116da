// stage: run; models: lp64, ilp32; exit: 15
// _Atomic objects in a single thread: plain loads, stores and arithmetic.
#include <stdio.h>
static _Atomic int a = 5;
static _Atomic(unsigned char) b = 250;
int main(void) {
    a++;
    a += 10;
    b += 10;
    int old = a--;
    _Atomic long l = 1;
    l <<= 4;
    a ^= 3;
    printf("%d %d %d %ld\n", a, b, old, (long)l);
    int *_Atomic p = &old;
    *p = 3;
    return old + a;
}
