// arguments: --entry go
void reach_error(void);
static inline unsigned in8(unsigned short port)
{
    unsigned char v;
    __asm__ volatile("inb %1, %0" : "=a"(v) : "Nd"(port));
    return v;
}
static inline unsigned long long clock_now(void)
{
    unsigned low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return ((unsigned long long)high << 32) | low;
}

int go(void)
{
    int n = 0;
    while (!(in8(0x64) & 1))
        if (++n > 3)
            return -1;
    if (in8(0x60) == 0xaa && n == 1 && clock_now() > 0x500000000)
        reach_error();
    return 0;
}
