// stage: run; models: lp64, ilp32; exit: 8
// Compile-time choice by type; the other arm is not evaluated.
#include <stdio.h>
static int n;
#define is_int(x) __builtin_types_compatible_p(typeof(x), int)
#define show(x) __builtin_choose_expr(is_int(x), printf("int %d\n", (x)), printf("ptr %d\n", sizeof(x) == sizeof(void *)))
int main(void) {
    int i = 5;
    char *s = "a";
    show(i);
    show(s);
    int k = __builtin_choose_expr(1, 3, n++);
    printf("%d %d\n", k, n);
    printf("%d %d %d\n", __builtin_types_compatible_p(int, const int), __builtin_types_compatible_p(int *, const int *), __builtin_types_compatible_p(int[], int[5]));
    printf("%d %d\n", __builtin_types_compatible_p(char, signed char), __builtin_types_compatible_p(typeof(&i), int *));
    return (int)sizeof(__builtin_choose_expr(0, (char)1, 2LL));
}
