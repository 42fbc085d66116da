// stage: run; models: lp64, ilp32; exit: 0
// Comparison is by unsigned bytes; memchr finds or returns null.
#include <stdio.h>
#include <string.h>
static int sgn(int x) { return (x > 0) - (x < 0); }
int main(void) {
    char a[] = {1, 2, (char)200}, b[] = {1, 2, 100};
    printf("%d %d %d\n", sgn(memcmp(a, b, 3)), sgn(memcmp(b, a, 3)), memcmp(a, b, 2));
    const char *s = "find the d";
    char *p = memchr(s, 'd', 10), *q = memchr(s, 'd', 3), *z = memchr(s, 0, 11);
    printf("%d %d %d\n", (int)(p - s), q == 0, (int)(z - s));
    int x = 256, y = 1;
    return sgn(memcmp(&x, &y, sizeof x)) + 1;
}
