// stage: run; models: lp64, ilp32; exit: 11
// Plain char is signed on x86; it is still a distinct type.
#include <stdio.h>
int main(void) {
    char c = 0xff;
    signed char s = 0xff;
    unsigned char u = 0xff;
    printf("%d %d %d\n", c, s, u);
    printf("%d %d %d\n", c == s, c == u, s == u);
    printf("%d %d %d\n", c >> 1, u >> 1, c < 0);
    printf("%d\n", _Generic(c, char: 1, signed char: 2, unsigned char: 3));
    char t[2] = "\x80";
    return t[0] < 0 ? 11 : 12;
}
