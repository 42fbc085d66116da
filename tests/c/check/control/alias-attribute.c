// proved: -D BUG=0
// bug: -D BUG=1
// An alias is the same function, and the same variable.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int real(int n) { return n + 1; }
int other(int n) __attribute__((alias("real")));
int value = 3;
extern int also __attribute__((alias("value")));
int main(void)
{
    if (__VERIFIER_nondet_int())
        also = 4;
    assert(other(value) == real(also));
    assert(value == 3 || value == 4 + BUG);
    return 0;
}
