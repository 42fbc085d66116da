// stage: run; models: lp64, ilp32; exit: 1
// va_start twice in one call; the builtin spellings.
#include <stdio.h>
static int twice(int n, ...) {
    __builtin_va_list ap;
    int a = 0, b = 1;
    __builtin_va_start(ap, n);
    for (int i = 0; i < n; i++) a += __builtin_va_arg(ap, int);
    __builtin_va_end(ap);
    __builtin_va_start(ap, n);
    for (int i = 0; i < n; i++) b *= (int)__builtin_va_arg(ap, int);
    __builtin_va_end(ap);
    return a * 1000 + b;
}
int main(void) {
    printf("%d\n", twice(4, 1, 2, 3, 4));
    return twice(0);
}
