// stage: run; models: lp64, ilp32; exit: 2
// strchr, strrchr, strstr, strpbrk, strspn, strcspn.
#include <stdio.h>
#include <string.h>
int main(void) {
    const char *s = "path/to/file.c";
    printf("%s %s %d\n", strchr(s, '/'), strrchr(s, '/'), strchr(s, 'z') == NULL);
    printf("%d %s\n", (int)(strchr(s, 0) - s), strstr(s, "to"));
    printf("%d %d\n", strstr(s, "") == s, strstr(s, "tofu") == 0);
    printf("%s %d %d\n", strpbrk(s, ".o"), (int)strspn(s, "hapt"), (int)strcspn(s, "./"));
    s = "aaab";
    return (int)(strstr(s, "ab") - s);
}
