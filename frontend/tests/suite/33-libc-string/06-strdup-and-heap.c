// stage: run; models: lp64, ilp32; exit: 84
// strdup and strndup allocate copies.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char orig[] = "original";
    char *a = strdup(orig), *b = strndup(orig, 4);
    orig[0] = 'X';
    a[1] = 'R';
    printf("%s %s %s\n", orig, a, b);
    int n = (int)(strlen(a) * 10 + strlen(b));
    free(a);
    free(b);
    return n;
}
