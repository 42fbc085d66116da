// unknown: -D BUG=0
// unknown: -D BUG=1
// One with any number of arguments is not followed.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int one(int n, ...) { return 1; }
static void *choose(void) { return one; }
int f(int n, ...) __attribute__((ifunc("choose")));
int main(void)
{
    assert(f(1, 2) == 1 + BUG);
    return 0;
}
