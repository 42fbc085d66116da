// stage: run; models: lp64, ilp32; exit: 5
// set_bit, test_bit and find_first_bit over an array of longs.
#include <stdio.h>
#define BITS_PER_LONG ((int)(8 * sizeof(long)))
#define BITS_TO_LONGS(n) (((n) + BITS_PER_LONG - 1) / BITS_PER_LONG)
static void set_bit(int n, unsigned long *m) { m[n / BITS_PER_LONG] |= 1UL << (n % BITS_PER_LONG); }
static void clear_bit(int n, unsigned long *m) { m[n / BITS_PER_LONG] &= ~(1UL << (n % BITS_PER_LONG)); }
static int test_bit(int n, const unsigned long *m) { return 1 & (m[n / BITS_PER_LONG] >> (n & (BITS_PER_LONG - 1))); }
static int next_bit(const unsigned long *m, int size, int from) { while (from < size && !test_bit(from, m)) from++; return from; }
int main(void) {
    unsigned long map[BITS_TO_LONGS(100)] = {0};
    int in[] = {0, 31, 32, 63, 64, 99};
    for (int i = 0; i < 6; i++) set_bit(in[i], map);
    clear_bit(32, map);
    int n = 0;
    for (int b = next_bit(map, 100, 0); b < 100; b = next_bit(map, 100, b + 1)) { printf("%d ", b); n++; }
    printf("%d\n", (int)(sizeof map * 8));
    return n;
}
