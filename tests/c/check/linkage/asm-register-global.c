// unknown: -D BUG=0
// unknown: -D BUG=1
// unknown: -D BUG=0 --data-model ilp32
// unknown: -D BUG=1 --data-model ilp32
// What the stack pointer holds is not known; another register is a variable.
#include <assert.h>
int __VERIFIER_nondet_int(void);

#ifdef __LP64__
register unsigned long sp __asm__("rsp");
#else
register unsigned long sp __asm__("esp");
#endif
int main(void)
{
    assert((sp != 0) == !BUG);
    return 0;
}
