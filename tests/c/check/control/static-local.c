// proved: -D BUG=0
// bug: -D BUG=1
// A static local keeps its value, and its initialisation happens once.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int next(void) { static int n = 5; return n++; }
static int other(void) { static int n; return --n; }
int main(void)
{
    int k = __VERIFIER_nondet_int();
    if (k)
        next();
    assert(other() == -1);
    assert(next() == (k ? 6 : 5 + BUG));
    return 0;
}
