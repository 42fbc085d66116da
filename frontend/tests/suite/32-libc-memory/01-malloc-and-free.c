// stage: run; models: lp64, ilp32; exit: 149
// malloc, use, free; a null result never happens for small sizes.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int *v = malloc(10 * sizeof *v);
    if (!v) return 1;
    for (int i = 0; i < 10; i++) v[i] = i * i;
    int s = 0;
    for (int i = 0; i < 10; i++) s += v[i];
    free(v);
    free(NULL);
    char *c = malloc(1);
    *c = 'x';
    s += *c;
    free(c);
    printf("%d\n", s);
    return s % 256;
}
