// proved: more/helper.c -D BUG=0
// bug: more/helper.c -D BUG=1
// proved: more/helper.c -D BUG=0 --data-model ilp32
// bug: more/helper.c -D BUG=1 --data-model ilp32
// A name that is weak and defined nowhere is null, whatever static functions other files have.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int helper(void) __attribute__((weak));
int use(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    assert(use() == 7 && (helper == 0) == !(BUG && n == 3));
    if (helper)
        helper();
    return 0;
}
