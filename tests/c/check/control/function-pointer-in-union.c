// unknown: -D BUG=0
// bug: -D BUG=1
// A function pointer goes through a union and an array of char.
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
static int one(void) { return 1; }
static int two(void) { return 2; }
union u { int (*f)(void); unsigned long n; };
int main(void)
{
    union u u;
    char raw[sizeof(void *)];
    int (*g)(void) = __VERIFIER_nondet_int() ? one : two, (*h)(void);
    u.f = g;
    unsigned long kept = u.n;
    memcpy(raw, &g, sizeof g);
    memcpy(&h, raw, sizeof h);
    assert(((int (*)(void))kept)() == g());
    assert(h() == g() + (BUG && g == two));
    return 0;
}
