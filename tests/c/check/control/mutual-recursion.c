// bug: -D BUG=1
// Even and odd, with an accumulator behind a pointer.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int odd(unsigned n, int *steps);
static int even(unsigned n, int *steps) { ++*steps; return n == 0 ? 1 : odd(n - 1, steps); }
static int odd(unsigned n, int *steps) { ++*steps; return n == 0 ? 0 : even(n - 1, steps); }
int main(void)
{
    int steps = 0;
    unsigned n = __VERIFIER_nondet_int();
    if (n > 2)
        return 0;
    int e = even(n, &steps);
    assert(e == (n != 1));
    assert(steps == (int)n + 1 + BUG);
    return 0;
}
