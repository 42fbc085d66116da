// proved: more/crossed.c -D BUG=0
// bug: more/crossed.c -D BUG=1
// proved: more/crossed.c -D BUG=0 --data-model ilp32
// bug: more/crossed.c -D BUG=1 --data-model ilp32
// Two names whose symbols are each other's.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int a __asm__("b") = 1;
int b __asm__("a") = 2;
int from_outside(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    assert(a == 1 && b == 2 && from_outside() == 21 + (BUG && n == 3));
    return 0;
}
