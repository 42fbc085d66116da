// stage: run; models: lp64, ilp32; exit: 28
// Compound assignment of every operator on fields of array elements.
#include <stdio.h>
struct f { signed s : 5; unsigned u : 5; } v[2] = {{-16, 31}, {15, 1}};
int main(void) {
    struct f *p = v;
    p->s -= 1;
    p++->u += 1;
    p->s <<= 1;
    p->u = p->u << 4 | p->u;
    p[-1].u ^= 0x15;
    v[0].s /= 2;
    v[0].s %= 4;
    v[1].u >>= 1;
    v[1].s |= 1;
    v[0].u &= p->s;
    printf("%d %d %d %d\n", v[0].s, v[0].u, v[1].s, v[1].u);
    printf("%d %d %d\n", v[0].s++, --v[1].s, v[1].u--);
    return v[0].u + v[1].u;
}
