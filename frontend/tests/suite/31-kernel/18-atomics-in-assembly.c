// stage: run; models: lp64, ilp32; exit: 0
// The atomic operations of kernels, written with instructions of x86.
#include <stdio.h>

typedef struct { int counter; } atomic_t;

static inline void atomic_inc(atomic_t *v) { asm volatile("lock; incl %0" : "+m"(v->counter)); }
static inline void atomic_dec(atomic_t *v) { asm volatile("lock; decl %0" : "=m"(v->counter) : "m"(v->counter)); }
static inline void atomic_add(int i, atomic_t *v) { asm volatile("lock addl %1,%0" : "+m"(v->counter) : "ir"(i)); }
static inline void atomic_sub(int i, atomic_t *v) { asm volatile("lock; subl %1,%0" : "+m"(v->counter) : "ir"(i)); }

static inline int atomic_dec_and_test(atomic_t *v)
{
    unsigned char c;
    asm volatile("lock; decl %0; sete %1" : "+m"(v->counter), "=qm"(c) : : "memory");
    return c != 0;
}

static inline int atomic_add_negative(int i, atomic_t *v)
{
    unsigned char c;
    asm volatile("lock; addl %2,%0; sets %1" : "+m"(v->counter), "=qm"(c) : "ir"(i) : "memory");
    return c;
}

static inline int atomic_add_return(int i, atomic_t *v)
{
    int old = i;
    asm volatile(".section .smp_locks,\"a\"\n.balign 4\n.long 671f - .\n.previous\n671:\n\tlock; xaddl %0, %1"
                 : "+r"(i), "+m"(v->counter) : : "memory");
    return i + old;
}

static inline int carries(unsigned a, unsigned b)
{
    unsigned char c;
    asm("addl %2,%0; setc %1" : "+r"(a), "=qm"(c) : "r"(b));
    return c;
}

static inline int borrows(unsigned a, unsigned b)
{
    unsigned char c, d;
    asm("cmpl %3,%2\n\tsetb %0\n\tsetne %1" : "=q"(c), "=q"(d) : "r"(a), "r"(b));
    return c * 2 + d;
}

static inline int exchange(int *at, int x)
{
    asm volatile("xchgl %0,%1" : "=r"(x), "+m"(*at) : "0"(x) : "memory");
    return x;
}

static inline int compare_exchange(int *at, int old, int new)
{
    int prev;
    asm volatile("lock; cmpxchgl %k1,%2" : "=a"(prev) : "r"(new), "m"(*at), "0"(old) : "memory");
    return prev;
}

static inline unsigned logic(unsigned a, unsigned b)
{
    asm("andl %1,%0; notl %0; orl $5,%0; xorl %[b],%0; negl %0" : "+r"(a) : [b] "r"(b) : "cc");
    return a;
}

static inline unsigned char small(unsigned char a, unsigned char b)
{
    asm("addb %1,%0" : "+q"(a) : "q"(b));
    return a;
}

int main(void)
{
    static const int some[] = {0, 1, -1, 2, 7, 100, -2147483647 - 1, 2147483647, 255, 256};
    enum { n = sizeof some / sizeof *some };
    for (int i = 0; i < n; i++) {
        atomic_t v = {some[i]};
        atomic_inc(&v);
        atomic_inc(&v);
        atomic_dec(&v);
        printf("%d", v.counter);
        printf(" %d", atomic_dec_and_test(&v));
        for (int j = 0; j < n; j++) {
            atomic_add(some[j], &v);
            atomic_sub(3, &v);
            int at = some[i];
            printf(" %d/%d", v.counter, atomic_add_return(some[j], &v));
            printf("/%d/%d", exchange(&v.counter, some[j]), v.counter);
            printf("/%d/%d", compare_exchange(&at, some[j], 42), at);
            printf("/%d/%u", atomic_add_negative(some[j], &v), logic(some[i], some[j]));
            printf("/%d/%d/%d", carries(some[i], some[j]), borrows(some[i], some[j]), small(some[i], some[j]));
        }
        printf("\n");
    }
    return 0;
}
