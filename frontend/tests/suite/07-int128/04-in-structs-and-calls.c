// stage: run; models: lp64; exit: 36
// 128-bit members, arrays, parameters and results.
#include <stdio.h>
struct w { char c; __int128 v; };
static unsigned __int128 rotl(unsigned __int128 x, int n) { return x << n | x >> (128 - n); }
static __int128 acc(__int128 a, const __int128 *v, int n) { while (n--) a += *v++; return a; }
int main(void) {
    struct w w = {1, (__int128)9 << 70};
    __int128 t[3] = {1, -2, (__int128)5 << 64};
    printf("%d %d\n", (int)sizeof w, (int)_Alignof(__int128));
    unsigned __int128 r = rotl(w.v, 60);
    printf("%lx %lx\n", (unsigned long)(r >> 64), (unsigned long)r);
    __int128 s = acc(10, t, 3);
    printf("%ld %ld\n", (long)(s >> 64), (long)s);
    s ^= ~(__int128)0;
    s--;
    printf("%ld %ld\n", (long)(s >> 64), (long)s);
    return (int)(r & 63);
}
