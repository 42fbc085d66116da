// stage: run; models: lp64, ilp32; exit: 20
// Fields read and written inside nested expressions with side effects.
#include <stdio.h>
struct f { unsigned a : 3, b : 7; signed c : 6; } v[2] = {{1, 100, -5}, {6, 3, 17}};
static int i;
static struct f *at(void) { return &v[i++ & 1]; }
int main(void) {
    at()->a += ({ unsigned t = v[1].a; t << 1; });
    at()->b ^= at()->b = 77;
    v[0].c = v[1].c = v[0].c - v[1].c * 2;
    printf("%d %d %d %d %d %d %d\n", v[0].a, v[0].b, v[0].c, v[1].a, v[1].b, v[1].c, i);
    int r = (v[0].a > v[1].a ? v[0].b : v[1].b) & 0x3f;
    return (v[0].a++ || v[1].a--) + r + v[1].a;
}
