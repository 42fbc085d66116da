// proved: -D BUG=0
// bug: -D BUG=1
// Reference counts and flags as kernels keep them, with instructions of x86.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static struct {
    int count;
    unsigned long flags;
    int open;
} device;
static void get(int *v)
{
    asm volatile("lock; incl %0" : "+m"(*v));
}
static int put(int *v)
{
    unsigned char zero;
    asm volatile("lock; decl %0; sete %1" : "+m"(*v), "=qm"(zero) : : "memory");
    return zero;
}
static void set_bit(int nr, unsigned long *at)
{
    asm volatile("lock; bts %1,%0" : "+m"(*at) : "Ir"(nr) : "memory");
}
static int test_and_clear_bit(int nr, unsigned long *at)
{
    int old;
    asm volatile("lock; btr %2,%1\n\tsbb %0,%0" : "=r"(old), "+m"(*at) : "Ir"(nr) : "memory");
    return old;
}
int main(void)
{
    while (__VERIFIER_nondet_int()) {
        if (!device.open && __VERIFIER_nondet_int()) {
            get(&device.count);
            set_bit(3, &device.flags);
            device.open = 1;
        }
        if (device.open && __VERIFIER_nondet_int()) {
            assert(test_and_clear_bit(3, &device.flags));
            if (!BUG || __VERIFIER_nondet_int())
                assert(put(&device.count));
            device.open = 0;
        }
    }
    return 0;
}
