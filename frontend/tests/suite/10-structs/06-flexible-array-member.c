// stage: run; models: lp64, ilp32; exit: 5
// A flexible array member adds no size; allocated with room to spare.
#include <stdio.h>
#include <stdlib.h>
struct msg { unsigned short len; char data[]; };
static struct msg *make(const char *s, int n) {
    struct msg *m = malloc(sizeof *m + n);
    m->len = n;
    for (int i = 0; i < n; i++) m->data[i] = s[n - 1 - i];
    return m;
}
int main(void) {
    struct msg *m = make("hello", 5);
    for (int i = 0; i < m->len; i++) putchar(m->data[i]);
    printf(" %d\n", (int)sizeof(struct msg));
    int r = m->len;
    free(m);
    return r;
}
