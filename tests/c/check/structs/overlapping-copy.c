// unknown: -D BUG=0
// bug: -D BUG=1
// A structure assigned through pointers that are the same.
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
struct s { int a, b; };
static void assign(struct s *d, const struct s *s) { *d = *s; d->a++; }
int main(void)
{
    if (__VERIFIER_nondet_int())
        return 0;
    struct s x = { 1, 2 };
    assign(&x, &x);
    assert(x.a == 2 && x.b == 2);
    int a[4] = { 1, 2, 3, 4 };
    memmove(a + 1, a, 3 * sizeof *a);
    assert(a[0] == 1 && a[1] == 1 && a[2] == 2);
    assert(a[3] == 3 + BUG);
    return 0;
}
