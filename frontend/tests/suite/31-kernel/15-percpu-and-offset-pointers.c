// stage: run; models: lp64, ilp32; exit: 2
// Pointers formed from base plus offset, as per-cpu data is.
#include <stdio.h>
static char area[4][32] __attribute__((aligned(16)));
#define RELOC(ptr, off) ({ unsigned long __p = (unsigned long)(ptr); (typeof(ptr))(__p + (off)); })
struct stat { int hits; long long bytes; };
#define cpu_ptr(p, c) RELOC(p, (c) * sizeof area[0])
int main(void) {
    struct stat *base = (struct stat *)area[0];
    for (int i = 0; i < 10; i++) {
        struct stat *s = cpu_ptr(base, i % 4);
        s->hits++;
        s->bytes += i * 100;
    }
    long long total = 0;
    for (int c = 0; c < 4; c++) { printf("%d ", cpu_ptr(base, c)->hits); total += cpu_ptr(base, c)->bytes; }
    printf("%lld\n", total);
    return ((struct stat *)area[2])->hits;
}
