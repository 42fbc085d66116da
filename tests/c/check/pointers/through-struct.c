// unknown: -D BUG=0
// bug: -D BUG=1
// A structure holds a pointer to a local; the callee gets the structure by value.
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct handle { int tag; int *target; };
static void use(struct handle h) { h.tag = 0; *h.target += h.tag + 1; }
int main(void)
{
    if (__VERIFIER_nondet_int())
        return 0;
    int x = 10;
    struct handle h = { 4, &x };
    use(h);
    assert(h.tag == 4);
    assert(x == 11 + BUG);
    return 0;
}
