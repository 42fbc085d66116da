// bug: -D BUG=1
// A flexible array member at the end of a block.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct msg { int len; short data[]; };
int main(void)
{
    if (__VERIFIER_nondet_int())
        return 0;
    struct msg *m = malloc(sizeof *m + 4 * sizeof(short));
    m->len = 4;
    for (int i = 0; i < m->len; i++)
        m->data[i] = i * 3;
    assert(m->len == 4);
    assert(m->data[3] == 9 + BUG);
    free(m);
    return 0;
}
