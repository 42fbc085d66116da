// stage: run; models: lp64, ilp32; exit: 0
// The bit operations of kernels, written with instructions of x86: rows of bits that are longer than a word.
#include <stdio.h>

static inline void set_bit(int nr, volatile unsigned long *addr)
{
    asm volatile("lock; bts %1,%0" : "+m"(*(volatile long *)addr) : "Ir"(nr) : "memory");
}

static inline void clear_bit(long nr, volatile unsigned long *addr)
{
    asm volatile("lock; btr %1,%0" : "+m"(*(volatile long *)addr) : "Ir"(nr) : "memory");
}

static inline int test_and_change_bit(int nr, volatile unsigned long *addr)
{
    int oldbit;
    asm volatile("lock; btc %2,%1\n\tsbb %0,%0" : "=r"(oldbit), "+m"(*(volatile long *)addr) : "Ir"(nr) : "memory");
    return oldbit;
}

static inline int test_bit(int nr, volatile const unsigned long *addr)
{
    int oldbit;
    asm volatile("bt %2,%1\n\tsbb %0,%0" : "=r"(oldbit) : "m"(*(unsigned long *)addr), "Ir"(nr));
    return oldbit;
}

static inline unsigned in_register(unsigned word, unsigned nr)
{
    unsigned char was;
    asm("btsl %2,%0; setc %1" : "+r"(word), "=q"(was) : "r"(nr));
    return word + was;
}

static inline unsigned fixed(unsigned word)
{
    asm("btrl $3,%0" : "+r"(word));
    return word;
}

static void barrier_of_kinds(void)
{
    asm volatile("mfence" ::: "memory");
    asm volatile("rep; nop" ::: "memory");
    asm volatile("" ::: "memory");
}

int main(void)
{
    unsigned long row[6] = {0};
    static const int numbers[] = {0, 1, 5, 31, 32, 33, 63, 64, 100, 127, 191};
    enum { n = sizeof numbers / sizeof *numbers };
    for (int i = 0; i < n; i++) {
        set_bit(numbers[i], row);
        barrier_of_kinds();
        for (int j = 0; j < n; j++)
            printf(" %d", test_bit(numbers[j], row));
        printf(" %d", test_and_change_bit(numbers[n - 1 - i], row));
        if (i % 3 == 2)
            clear_bit(numbers[i - 1], row);
        for (unsigned k = 0; k < sizeof row / 4; k++)
            printf(" %x", ((unsigned *)row)[k]);
        printf("\n");
    }
    for (unsigned i = 0; i < 70; i += 7)
        printf(" %u %u", in_register(0x12345678u * i, i), fixed(i * 3));
    printf("\n");
    return 0;
}
