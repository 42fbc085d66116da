// stage: run; models: lp64, ilp32; exit: 15
// Writing one field leaves its neighbours alone, also through pointers to the struct.
#include <stdio.h>
struct f { unsigned a : 1, b : 2, c : 3, d : 4, e : 22; };
static void set(struct f *p, int which, unsigned v) {
    switch (which) {
    case 0: p->a = v; break;
    case 1: p->b = v; break;
    case 2: p->c = v; break;
    case 3: p->d = v; break;
    default: p->e = v;
    }
}
int main(void) {
    struct f x = {1, 3, 7, 15, 0x3fffff};
    for (int i = 0; i < 5; i++) {
        set(&x, i, 0);
        printf("%d %d %d %d %x\n", x.a, x.b, x.c, x.d, x.e);
        set(&x, i, ~0u >> i);
    }
    return x.d;
}
