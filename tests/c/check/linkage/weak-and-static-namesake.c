// proved: more/helper.c -D BUG=0
// bug: more/helper.c -D BUG=1
// proved: more/helper.c -D BUG=0 --data-model ilp32
// bug: more/helper.c -D BUG=1 --data-model ilp32
// A static function of another file replaces nothing.
#include <assert.h>
int __VERIFIER_nondet_int(void);

__attribute__((weak)) int helper(void) { return 1; }
int use(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    assert(helper() == 1 + (BUG && n == 3) && use() == 7);
    return 0;
}
