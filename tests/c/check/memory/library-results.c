// bug: -D BUG=1
// What functions of the library return is what they compute, not anything.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
static char t[8] = "abc", u[8] = "abd";
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n != 5 && n != -5)
        return 0;
    assert(abs(n) == 5);
    assert(strlen(t) == 3 && strcmp(t, u) < 0);
    assert(strchr(t, 'b') == t + 1);
    assert(memcmp(t, u, 2 + BUG) == 0);
    return 0;
}
