// stage: run; models: lp64, ilp32; exit: 10
// snprintf truncates, returns the full length, and accepts size 0.
#include <stdio.h>
#include <string.h>
int main(void) {
    char b[8];
    memset(b, '#', 8);
    int n = snprintf(b, sizeof b, "%d-%s", 12345, "abcdef");
    printf("%d %s\n", n, b);
    n = snprintf(NULL, 0, "%05d", 7);
    printf("%d\n", n);
    n = snprintf(b, 1, "xyz");
    printf("%d [%s] %c\n", n, b, b[1]);
    n = sprintf(b, "%x", 0xabc);
    printf("%d %s\n", n, b);
    n = sprintf(b + n, "%s", "!");
    puts(b);
    return snprintf(b, sizeof b, "%s%s", "12345", "67890");
}
