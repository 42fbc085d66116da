// stage: run; models: lp64, ilp32; exit: 5
// In-place reversal by two pointers.
#include <stdio.h>
static char *rev(char *s) {
    char *e = s;
    while (*e) e++;
    for (char *b = s; b < --e; b++) { char t = *b; *b = *e; *e = t; }
    return s;
}
static int pal(const char *s) { int n = 0; while (s[n]) n++; for (int i = 0; i < n / 2; i++) if (s[i] != s[n - 1 - i]) return 0; return 1; }
int main(void) {
    char a[] = "stressed", b[] = "x", c[] = "";
    printf("%s %s [%s]\n", rev(a), rev(b), rev(c));
    return pal("level") * 4 + pal("ab") * 2 + pal("");
}
