// bug: -D FORM=0
// bug: -D FORM=1
// bug: -D FORM=2
// bug: -D FORM=3
// proved: -D FORM=4
// A number may turn out to be the address of an object that is made later, however it is passed on; a pointer that was
// there before may not.
#include <assert.h>
void *kmalloc(unsigned long, int);
unsigned long __VERIFIER_nondet_ulong(void);
static int *kept;
static int variable;
static void compare(int *w)
{
    int *p = kmalloc(4, 0);
    if (p)
        assert(p != w);
}
static void compare_number(unsigned long w)
{
    int *p = kmalloc(4, 0);
    if (p)
        assert(p != (int *)w);
}
int main(void)
{
    unsigned long n = __VERIFIER_nondet_ulong();
    if (FORM == 0)
        compare((int *)n);
    if (FORM == 1)
        compare_number(n);
    if (FORM == 2) {
        kept = (int *)n;
        compare(kept);
    }
    if (FORM == 3) {
        int *w = (int *)n;
        while (__VERIFIER_nondet_ulong())
            compare(w);
    }
    if (FORM == 4)
        compare(&variable);
    return 0;
}
