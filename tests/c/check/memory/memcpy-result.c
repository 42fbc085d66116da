// proved: -D BUG=0
// bug: -D BUG=1
// memcpy and memset return where they wrote.
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
static char t[8] = "abc", u[8];
int main(void)
{
    int n = __VERIFIER_nondet_int() & 1;
    char *p = memcpy(u + n, t, 4);
    assert(p == u + n);
    assert(memset(u, 0, 4) == u + BUG);
    return 0;
}
