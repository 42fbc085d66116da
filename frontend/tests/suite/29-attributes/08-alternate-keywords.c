// stage: run; models: lp64, ilp32; exit: 3
// __const, __signed__, __volatile__, __restrict, __asm__ names and __attribute.
#include <stdio.h>
static __const int a = 1;
static __signed__ char b = -2;
static __volatile__ int c = 3;
static int add(int *__restrict p, int *__restrict__ q) { return *p + *q; }
static int renamed(int) __asm__("renamed_symbol");
static int renamed(int x) { return x + 1; }
static int d __attribute((unused)) = 4;
int main(void) {
    int x = 5, y = 6;
    printf("%d %d %d %d %d\n", a, b, c, add(&x, &y), renamed(6));
    return __alignof(int) + (__signed char)-1;
}
