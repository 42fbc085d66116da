// proved: -D BUG=0
// bug: -D BUG=1
// proved: -D BUG=0 --data-model ilp32
// bug: -D BUG=1 --data-model ilp32
// A register is no symbol.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int eax = 7;
int main(void)
{
    register int r __asm__("ecx") = __VERIFIER_nondet_int();
    register int s __asm__("edx") = r;
    assert(s == r && eax == 7 + (BUG && r == 3));
    return 0;
}
