// stage: run; models: lp64, ilp32; exit: 31
// A string may hold NULs; functions stop at the first, sizeof does not.
#include <stdio.h>
#include <string.h>
int main(void) {
    static const char multi[] = "one\0two\0three\0";
    int n = 0;
    for (const char *p = multi; *p; p += strlen(p) + 1) printf("%d:%s ", ++n, p);
    printf("\n%d %d\n", (int)sizeof multi, (int)strlen(multi));
    char buf[10] = "ab\0cd";
    printf("%s %s\n", buf, buf + 3);
    return n * 10 + (memcmp(multi + 4, "two", 4) == 0);
}
