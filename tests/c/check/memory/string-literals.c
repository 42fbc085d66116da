// proved: -D BUG=0
// bug: -D BUG=1
// Strings: lengths, indexing, initialised arrays that are changed.
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    char a[] = "abc", b[5] = "xy";
    const char *s = __VERIFIER_nondet_int() ? "one" : a;
    assert(sizeof a == 4 && "abc"[3] == 0);
    assert(b[2] == 0 && b[4] == 0);
    a[0] = 'o';
    assert(s[0] == 'o');
    assert(s[1] == 'n' || s[1] == 'b' + BUG);
    return 0;
}
