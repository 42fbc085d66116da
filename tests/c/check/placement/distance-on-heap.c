// bug: -D FAR=100
// proved: -D FAR=0
// Allocated objects may lie near each other, but not in each other.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    char *p = malloc(8);
    char *q = __VERIFIER_nondet_int() ? malloc(16) : malloc(8);
    long d = (long)((unsigned long)q - (unsigned long)p);
    assert(d > FAR || d < -FAR);
    return 0;
}
