// unknown: -D BUG=0
// unknown: -D BUG=1
// main runs again, the constructor does not.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int begun, again;
__attribute__((constructor)) static void begin(void) { begun++; }
int main(void)
{
    assert(begun == 1 + (BUG && again));
    if (!again++ && __VERIFIER_nondet_int())
        main();
    return 0;
}
