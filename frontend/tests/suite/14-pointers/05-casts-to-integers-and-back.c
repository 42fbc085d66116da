// stage: run; models: lp64, ilp32; exit: 99
// A pointer survives a round trip through uintptr_t; low bits can carry tags.
#include <stdint.h>
#include <stdio.h>
static int v[4] __attribute__((aligned(8))) = {11, 22, 33, 44};
int main(void) {
    uintptr_t u = (uintptr_t)&v[2];
    int *p = (int *)u;
    printf("%d\n", *p);
    printf("%d\n", (int)((uintptr_t)&v[3] - (uintptr_t)&v[0]));
    u = (uintptr_t)v | 1;
    printf("%d %d\n", (int)(u & 7), *(int *)(u & ~(uintptr_t)1));
    p = (int *)((unsigned long)v + sizeof(int));
    *p = 99;
    return v[1];
}
