// proved: -D BUG=0
// bug: -D BUG=1
// Assembly writes its outputs: they may hold anything.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int g = 1, h = 1;
int main(void)
{
    if (__VERIFIER_nondet_int())
        return 0;
    int in = 2;
    asm volatile("mov %1, %0" : "=r"(g) : "r"(in));
    assert((BUG ? g : h) == 1);
    return 0;
}
