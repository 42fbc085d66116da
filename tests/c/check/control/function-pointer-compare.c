// proved: -D BUG=0
// bug: -D BUG=1
// Functions have addresses that differ, and are not null.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static void a(void) {}
static void b(void) {}
int main(void)
{
    void (*f)(void) = __VERIFIER_nondet_int() ? a : &b;
    assert(f && a != b);
    if (f == a)
        f = *b;
    assert(f == (BUG ? a : b));
    return 0;
}
