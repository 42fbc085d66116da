// stage: run; models: lp64, ilp32; exit: 13
// Volatile objects behave like others; casts through volatile pointers.
#include <stdio.h>
static volatile int v = 3;
struct dev { volatile unsigned ctrl; const volatile unsigned *status; };
int main(void) {
    v++;
    v += v * 2;
    int a = v;
    volatile struct dev d = {1, (unsigned *)&v};
    d.ctrl |= 4;
    *(volatile int *)&a = a + 1;
    volatile int arr[2] = {a, v};
    arr[1]--;
    v;
    printf("%d %d %u %u %d\n", v, a, d.ctrl, *d.status, arr[1]);
    return a;
}
