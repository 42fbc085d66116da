// proved: more/second.c -D BUG=0
// bug: more/second.c -D BUG=1
// proved: more/second.c -D BUG=0 --data-model ilp32
// bug: more/second.c -D BUG=1 --data-model ilp32
// Static functions of one name in two files, with aliases that are not static.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int f(void) { return 1; }
int first(void) __attribute__((alias("f")));
int second(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    assert(first() == 1 && second() == 2 && first != second && f() == 1 + (BUG && n == 3));
    return 0;
}
