// unknown: -D BUG=0
// unknown: -D BUG=1
// unknown: -D BUG=0 --data-model ilp32
// unknown: -D BUG=1 --data-model ilp32
// A label that is more than a name.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int x[2] = { 1, 2 };
extern int y __asm__("x+4");
int main(void)
{
    assert(y == 2 - BUG);
    return 0;
}
