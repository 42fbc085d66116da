// unknown: -D BUG=0
// unknown: -D BUG=1
// unknown: -D BUG=0 --data-model ilp32
// unknown: -D BUG=1 --data-model ilp32
// Assembly at file scope that defines what the program uses.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int x = 1;
extern int y;
__asm__(".globl y\n.set y, x");
int main(void)
{
    y = 5;
    assert(x == 5 - BUG);
    return 0;
}
