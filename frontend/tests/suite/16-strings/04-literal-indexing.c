// stage: run; models: lp64, ilp32; exit: 99
// A literal is an array: index it, take its size, point into it.
#include <stdio.h>
int main(void) {
    printf("%c %c %d\n", "hello"[1], 4["hello"], (int)sizeof "hello");
    const char *p = "hello" + 2;
    printf("%s %c\n", p, *"xyz");
    char hex[9];
    unsigned v = 0xC0FFEE42;
    for (int i = 7; i >= 0; i--, v >>= 4) hex[i] = "0123456789abcdef"[v & 15];
    hex[8] = 0;
    puts(hex);
    const char (*q)[4] = &"abc";
    return (*q)[2];
}
