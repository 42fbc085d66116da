// proved: -D BUG=0
// bug: -D BUG=1
// A cleanup handler runs when its variable goes out of scope, also by return.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int held;
static void drop(int *p) { held -= *p; }
static int f(int early)
{
    int guard __attribute__((cleanup(drop))) = 1;
    held += 1;
    if (early)
        return held;
    held += 0;
    return -held;
}
int main(void)
{
    int e = __VERIFIER_nondet_int(), r = f(e);
    assert(r == (e ? 1 : -1));
    assert(held == BUG);
    return 0;
}
