// proved: -D BUG=0
// bug: -D BUG=1
// An enumeration without negative values is unsigned, with them signed.
#include <assert.h>
int __VERIFIER_nondet_int(void);
enum u { A, B, C };
enum s { M = -1, Z };
int main(void)
{
    enum u u = __VERIFIER_nondet_int();
    enum s s = __VERIFIER_nondet_int();
    assert(u >= 0);
    assert(sizeof u == 4);
    if (s < 0 && u == C)
        assert((int)s <= M && u - 3 > 0);
    assert(s >= 0 || u != C || (s < u) == BUG);
    return 0;
}
