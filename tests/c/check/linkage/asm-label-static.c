// proved: -D BUG=0
// bug: -D BUG=1
// proved: -D BUG=0 --data-model ilp32
// bug: -D BUG=1 --data-model ilp32
// A static variable is found by its label in its own file.
#include <assert.h>
int __VERIFIER_nondet_int(void);

__attribute__((used)) static volatile int hidden __asm__("inner") = 3;
extern volatile int seen __asm__("inner");
int main(void)
{
    int n = __VERIFIER_nondet_int();
    seen = n;
    assert(hidden == n + (BUG && n == 3));
    return 0;
}
