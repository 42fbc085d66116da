// proved: -D BUG=0
// bug: -D BUG=1
// Strings inside structures that are copied.
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
struct name { char text[4]; int n; };
int main(void)
{
    struct name a = { "abc", 1 }, b = { .n = 2 };
    if (__VERIFIER_nondet_int())
        b = a;
    b.text[0] = 'x';
    assert(a.text[0] == 'a');
    assert(b.n == 2 || b.text[2] == 'c' + BUG);
    return 0;
}
