// stage: run; models: lp64, ilp32; exit: 48
// Structs of fields in arrays, copied, passed and returned.
#include <stdio.h>
struct rgb { unsigned r : 5, g : 6, b : 5; };
static struct rgb mix(struct rgb a, struct rgb b) {
    struct rgb m = {(a.r + b.r) / 2, (a.g + b.g) / 2, (a.b + b.b) / 2};
    return m;
}
int main(void) {
    struct rgb pal[3] = {{31, 0, 0}, {0, 63, 0}, [2] = {.b = 31}};
    struct rgb m = mix(pal[0], mix(pal[1], pal[2]));
    pal[1] = m;
    struct rgb *p = &pal[1];
    p->g ^= 0x3f;
    printf("%d %d %d\n", m.r, m.g, m.b);
    printf("%d %d %d\n", pal[1].r, pal[1].g, pal[1].b);
    return p->g;
}
