// proved: -D BUG=0
// bug: -D BUG=1
// proved: -D BUG=0 --data-model ilp32
// Error codes in pointers, as Linux has them: no object lies in the last page.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static int device;
static void *ERR_PTR(long error) { return (void *)error; }
static long PTR_ERR(const void *p) { return (long)p; }
static long IS_ERR(const void *p) { return (unsigned long)p >= (unsigned long)-4095; }
static void *get(int n)
{
    if (n > 5)
        return ERR_PTR(-12);
    if (n > 2)
        return malloc(8);
    return &device;
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int *p = get(n);
    if (IS_ERR(p)) {
        assert(PTR_ERR(p) == -12);
        assert(n > 5);
    } else {
        assert(n <= 5);
        assert(!BUG || p == &device);
    }
    return 0;
}
