// proved: -D BUG=0
// bug: -D BUG=1
// proved: -D BUG=0 --data-model ilp32
// bug: -D BUG=1 --data-model ilp32
// A weak reference is what it names, or null.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int there(void) { return 1; }
static int here(void) __attribute__((weakref("there")));
static int gone(void) __attribute__((weakref("not_there")));
static __typeof__(there) also __attribute__((weakref, alias("there")));
int main(void)
{
    int n = __VERIFIER_nondet_int();
    assert(here == there && also == there && here() == 1);
    assert(!gone || (BUG && n));
    assert(!(BUG && n == 4));
    return 0;
}
