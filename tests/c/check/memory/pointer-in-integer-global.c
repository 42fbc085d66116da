// proved: -D BUG=0
// bug: -D BUG=1
// The address of a global lies in an integer, and the global is written through it.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int g = 1;
static unsigned long where;
static void hide(void *p) { where = (unsigned long)p ^ 0x55; }
static void write(int v) { *(int *)(where ^ 0x55) = v; }
int main(void)
{
    hide(&g);
    if (__VERIFIER_nondet_int())
        write(2);
    assert(g == 1 || g == 2 + BUG);
    assert(!BUG || g == 1);
    return 0;
}
