// proved: -D BUG=0
// bug: -D BUG=1
// Constant tables, indexed by an input.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static const unsigned char table[8] = { 1, 2, 4, 8, 16, 32, 64, 128 };
static const struct { const char *name; int n; } names[] = { { "a", 1 }, { "bc", 2 } };
int main(void)
{
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 7)
        return 0;
    assert(table[i] == 1 << i);
    assert(names[i & 1].name[i & 1] == (i & 1 ? 'c' : 'a' + BUG));
    return 0;
}
