// stage: run; models: lp64, ilp32; exit: 4
// Type-checked min, max and clamp with statement expressions.
#include <stdio.h>
#define min(x, y) ({ typeof(x) _a = (x); typeof(y) _b = (y); (void)(&_a == &_b); _a < _b ? _a : _b; })
#define max_t(t, x, y) ({ t _m = (x); t _n = (y); _m > _n ? _m : _n; })
#define clamp(v, lo, hi) ({ typeof(v) _v = (v), _l = (lo), _h = (hi); _v < _l ? _l : _v > _h ? _h : _v; })
#define round_up(x, y) ((((x) - 1) | ((typeof(x))((y) - 1))) + 1)
#define DIV_ROUND_UP(n, d) (((n) + (d) - 1) / (d))
#define ALIGN(x, a) (((x) + (typeof(x))(a) - 1) & ~((typeof(x))(a) - 1))
int main(void) {
    int i = 3;
    int m = min(i++, 7);
    printf("%d %d %u\n", m, i, max_t(unsigned, -1, 5));
    printf("%d %d %d\n", clamp(-5, 0, 10), clamp(5, 0, 10), clamp(50, 0, 10));
    printf("%d %d %lld\n", round_up(13, 8), DIV_ROUND_UP(13, 8), ALIGN(0x100000001LL, 16));
    printf("%d\n", max_t(signed char, 200, 5));
    return min(min(9, 8), min(i, 6));
}
