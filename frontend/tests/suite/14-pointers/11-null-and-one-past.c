// stage: run; models: lp64, ilp32; exit: 6
// Null in several spellings; one-past-the-end may be formed and compared.
#include <stddef.h>
#include <stdio.h>
int main(void) {
    char *a = NULL, *b = 0, *c = (char *)0, *d = (void *)0, *e = '\0';
    printf("%d%d%d%d%d\n", a == NULL, !b, c == d, e ? 1 : 0, a == b);
    int v[3] = {1, 2, 3}, s = 0;
    for (int *p = v, *end = &v[3]; p < end; p++) s += *p;
    int x, *px = &x, *pe = px + 1;
    printf("%d\n", (int)(pe - px));
    return s;
}
