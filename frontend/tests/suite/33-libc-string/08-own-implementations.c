// stage: run; models: lp64, ilp32; exit: 40
// The library against hand-written loops.
#include <stdio.h>
#include <string.h>
static size_t my_len(const char *s) { const char *p = s; while (*p) p++; return p - s; }
static int my_cmp(const char *a, const char *b) { while (*a && *a == *b) a++, b++; return (unsigned char)*a - (unsigned char)*b; }
static char *my_str(const char *h, const char *n) {
    for (;; h++) {
        const char *a = h, *b = n;
        while (*b && *a == *b) a++, b++;
        if (!*b) return (char *)h;
        if (!*h) return 0;
    }
}
int main(void) {
    const char *t[] = {"", "a", "ab", "abc", "b", "abab", "\xff"};
    int bad = 0;
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 7; j++) {
            int x = strcmp(t[i], t[j]), y = my_cmp(t[i], t[j]);
            bad += (x > 0) - (x < 0) != (y > 0) - (y < 0);
            bad += strstr(t[i], t[j]) != my_str(t[i], t[j]);
            bad += my_len(t[i]) != strlen(t[i]);
        }
    printf("%d\n", bad);
    return bad + 40;
}
