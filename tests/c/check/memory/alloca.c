// unknown: -D BUG=0
// bug: -D BUG=1
// alloca in a loop gives different blocks.
#include <assert.h>
#include <alloca.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    int *p[2];
    for (int i = 0; i < 2; i++) {
        p[i] = alloca(sizeof(int));
        *p[i] = i;
    }
    assert(p[0] != p[1]);
    assert(*p[__VERIFIER_nondet_int() & 1] <= 1 - BUG);
    return 0;
}
