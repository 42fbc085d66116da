// stage: run; models: lp64, ilp32; exit: 15
// Digits, letters and case by arithmetic on chars.
#include <stdio.h>
static char up(char c) { return c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c; }
static int hex(char c) { return c <= '9' ? c - '0' : (c | 32) - 'a' + 10; }
int main(void) {
    const char *s = "mixed Case 123";
    for (; *s; s++) putchar(up(*s));
    putchar('\n');
    int v = 0;
    for (s = "7fA0"; *s; s++) v = v * 16 + hex(*s);
    printf("%d\n", v);
    for (char c = 'e'; c >= 'a'; c--) putchar(c);
    putchar(10);
    return hex('F');
}
