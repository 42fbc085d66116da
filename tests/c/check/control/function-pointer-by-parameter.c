// proved: -D BUG=0
// bug: -D BUG=1
// A callback, with its argument as void *.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static void add(void *p) { *(int *)p += 1; }
static void clear(void *p) { *(char *)p = 0; }
static void twice(void (*f)(void *), void *arg) { f(arg); f(arg); }
int main(void)
{
    int n = 0x1ff, c = __VERIFIER_nondet_int();
    twice(c ? add : clear, &n);
    assert(n == (c ? 0x201 : 0x100 + BUG));
    return 0;
}
