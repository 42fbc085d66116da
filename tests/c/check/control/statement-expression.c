// proved: -D BUG=0
// bug: -D BUG=1
// Statement expressions with declarations and jumps.
#include <assert.h>
int __VERIFIER_nondet_int(void);
#define max(a, b) ({ typeof(a) _a = (a); typeof(b) _b = (b); _a > _b ? _a : _b; })
int main(void)
{
    int x = __VERIFIER_nondet_int(), y = 3, k = 0;
    int m = max(x++ & 7, ({ y += 1; y; }));
    assert(y == 4 && m >= 4 && m <= 7);
    int r = 1 + ({ if (m == 5) goto out; m * 2; });
    k = 1;
    assert(r == 2 * m + 1);
out:
    assert(k == (m != 5) + BUG * (m == 6));
    return 0;
}
