// stage: run; models: lp64, ilp32; exit: 3
// A pointer changed by the function it calls.
#include <stdio.h>
static void (*cur)(void);
static int n;
static void a(void), b(void), c(void);
static void a(void) { putchar('a'); cur = b; }
static void b(void) { putchar('b'); cur = ++n < 3 ? a : c; }
static void c(void) { putchar('c'); cur = 0; }
int main(void) {
    cur = a;
    while (cur) cur();
    putchar('\n');
    return n;
}
