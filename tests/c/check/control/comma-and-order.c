// proved: -D BUG=0
// bug: -D BUG=1
// Commas, conditionals and short circuits with side effects.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int calls;
static int touch(int v) { calls++; return v; }
int main(void)
{
    int a = __VERIFIER_nondet_int(), r;
    r = (touch(1), touch(a)) && touch(0) || touch(2);
    assert(r == 1);
    assert(calls == (a ? 4 : 3));
    calls = 0;
    r = a ? touch(3) : (touch(1), 4);
    assert(calls == 1 && r == (a ? 3 : 4 + BUG));
    return 0;
}
