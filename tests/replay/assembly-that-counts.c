// Instructions that are understood do what they do; what others write is an input.
void reach_error(void);
int input(void);
typedef struct {
    int counter;
} atomic_t;

static inline void add(int i, atomic_t *v)
{
    __asm__ volatile("lock addl %1,%0" : "+m"(v->counter) : "ir"(i));
}

static inline int dec_and_test(atomic_t *v)
{
    unsigned char c;
    __asm__ volatile("lock; decl %0; sete %1" : "+m"(v->counter), "=qm"(c) : : "memory");
    return c != 0;
}

static inline unsigned in8(unsigned short port)
{
    unsigned char v;
    __asm__ volatile("inb %1, %0" : "=a"(v) : "Nd"(port));
    return v;
}

int main(void)
{
    atomic_t n = { 1 };
    add(input(), &n);
    if (n.counter == 3 && !dec_and_test(&n) && in8(0x60) == 0x7e && dec_and_test(&n) == 0 && dec_and_test(&n))
        reach_error();
    return 0;
}
