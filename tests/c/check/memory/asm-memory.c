// proved: -D BUG=0
// unknown: -D BUG=1
// Assembly that writes through a pointer it is given.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int g = 1, h = 1;
static void poke(int *p) { asm volatile("movl $5, (%0)" : : "r"(p) : "memory"); }
int main(void)
{
    if (__VERIFIER_nondet_int())
        return 0;
    poke(&g);
    assert((BUG ? g : h) == 1);
    return 0;
}
