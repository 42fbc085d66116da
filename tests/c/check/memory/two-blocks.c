// bug: -D BUG=1
// Two blocks from one place of allocation are different.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static int *make(int v) { int *p = malloc(sizeof *p); *p = v; return p; }
int main(void)
{
    int *a = make(1), *b = make(2);
    assert(a != b);
    assert(*a == 1 && *b == 2);
    *(__VERIFIER_nondet_int() ? a : b) = 3;
    assert(*a + *b == 5 || *a + *b == 4 + BUG);
    return 0;
}
