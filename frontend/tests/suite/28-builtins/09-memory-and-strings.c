// stage: run; models: lp64, ilp32; exit: 3
// Builtin spellings of the mem and str functions.
#include <stdio.h>
int main(void) {
    char a[16], b[16];
    __builtin_memset(a, 'x', sizeof a);
    __builtin_strcpy(b, "hello");
    __builtin_memcpy(a, b, 3);
    a[5] = 0;
    printf("%s %d %d\n", a, (int)__builtin_strlen(a), __builtin_strcmp(a, b) > 0);
    __builtin_memmove(b + 1, b, 4);
    printf("%s %d\n", b, __builtin_memcmp(a, b, 1));
    __builtin_printf("%d %s\n", __builtin_abs(-9), __builtin_strchr(b, 'l'));
    __builtin_putchar('!');
    __builtin_puts("");
    return __builtin_strncmp("abc", "abd", 2) + 3;
}
