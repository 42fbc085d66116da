// stage: run; models: lp64, ilp32; exit: 11
// GNU zero-length array at the end, and an empty struct.
#include <stdio.h>
#include <stdlib.h>
#include <stddef.h>
struct hdr { int n; int v[0]; };
struct empty {};
struct withempty { char a; struct empty e; char b; };
int main(void) {
    struct hdr *h = calloc(1, sizeof *h + 3 * sizeof(int));
    h->n = 3;
    for (int i = 0; i < h->n; i++) h->v[i] = i + 5;
    printf("%d %d %d\n", (int)sizeof *h, (int)sizeof(struct empty), (int)sizeof(struct withempty));
    printf("%d %d\n", h->v[2], (int)offsetof(struct withempty, b));
    int r = h->v[0] + h->v[1];
    free(h);
    return r;
}
