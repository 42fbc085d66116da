// proved: -D BUG=0
// bug: -D BUG=1
// A pointer to a local is kept in a global and used by another function.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int *kept;
static void keep(int *p) { kept = p; }
static void bump(void) { if (kept) *kept += 2; }
int main(void)
{
    if (__VERIFIER_nondet_int())
        return 0;
    int a = 1, b = 1;
    bump();
    keep(&a);
    bump();
    keep(&b);
    bump();
    bump();
    assert(a == 3);
    assert(b == 5 + BUG);
    return 0;
}
