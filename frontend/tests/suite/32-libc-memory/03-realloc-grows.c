// stage: run; models: lp64, ilp32; exit: 57
// realloc keeps the old contents; realloc(NULL) allocates.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int *v = NULL, cap = 0, n = 0;
    for (int i = 0; i < 50; i++) {
        if (n == cap) v = realloc(v, (cap = cap ? cap * 2 : 4) * sizeof *v);
        v[n++] = i ^ 5;
    }
    v = realloc(v, 3 * sizeof *v);
    printf("%d %d %d %d\n", v[0], v[1], v[2], cap);
    int r = v[0] * 10 + v[2];
    free(v);
    return r;
}
