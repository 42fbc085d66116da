// stage: run; models: lp64, ilp32; exit: 10
// Lengths and order, with the sign only.
#include <stdio.h>
#include <string.h>
static int sgn(int x) { return (x > 0) - (x < 0); }
int main(void) {
    printf("%d %d %d\n", (int)strlen(""), (int)strlen("abc"), (int)strlen("a\0b"));
    printf("%d %d %d %d\n", sgn(strcmp("a", "b")), sgn(strcmp("b", "a")), strcmp("x", "x"), sgn(strcmp("abc", "ab")));
    printf("%d\n", sgn(strcmp("\x80", "a")));
    printf("%d %d %d\n", strncmp("abcd", "abxx", 2), sgn(strncmp("abcd", "abxx", 3)), strncmp("a", "a", 100));
    printf("%d\n", (int)strnlen("abcdef", 4));
    return (int)strlen("0123456789");
}
