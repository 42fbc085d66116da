// proved: -D BUG=0
// bug: -D BUG=1
// proved: -D BUG=0 --data-model ilp32
// bug: -D BUG=1 --data-model ilp32
// A table with external linkage is kept without `used`; a pointer of another type is a function all the same.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int ready;
static int begin(void) { ready += 2; return 7; }
void *entry __attribute__((__section__(".init_array"))) = (void *)begin;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    assert(ready == 2 + (BUG && n == 3));
    return 0;
}
