// proved: -D BUG=0
// bug: -D BUG=1
// A plain char is signed here.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    char c = n;
    unsigned char u = c;
    signed char s = u;
    assert(c >= -128 && c <= 127);
    assert(c == s);
    assert((c == u) == (c >= 0));
    assert('\xff' == -1);
    assert((c & 0xff) == u + (BUG && n == -3));
    return 0;
}
