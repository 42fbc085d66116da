// stage: run; models: lp64, ilp32; exit: 13
// Macros in do { } while (0), in if without braces, and with continue inside.
#include <stdio.h>
static int warned;
#define WARN_ON(c) ({ int __c = !!(c); if (__c) warned++; __c; })
#define SET(p, v) do { if (p) *(p) = (v); else warned += 10; } while (0)
#define BUG_ON(c) do { if (__builtin_expect(!!(c), 0)) return 99; } while (0)
int main(void) {
    int x = 0, *n = 0;
    if (x == 0)
        SET(&x, 5);
    else
        SET(n, 6);
    if (WARN_ON(x > 3) && !WARN_ON(x > 30)) SET(n, 1);
    BUG_ON(x != 5);
    for (int i = 0; i < 4; i++) { if (WARN_ON(i & 1)) continue; x += i; }
    printf("%d %d\n", x, warned);
    return warned;
}
