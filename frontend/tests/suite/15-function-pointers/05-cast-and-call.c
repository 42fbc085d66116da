// stage: run; models: lp64, ilp32; exit: 16
// Casting a function pointer to void * and back.
#include <stdio.h>
static int twice(int x) { return 2 * x; }
int main(void) {
    void *v = (void *)twice;
    int (*f)(int) = (int (*)(int))v;
    printf("%d %d\n", f(4), ((int (*)(int))v)(5));
    unsigned long u = (unsigned long)twice;
    f = (int (*)(int))u;
    printf("%d\n", f(6));
    void (*g)(void) = (void (*)(void))twice;
    return ((int (*)(int))g)(8);
}
