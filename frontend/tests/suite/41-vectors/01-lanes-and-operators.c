// stage: run; models: lp64; exit: 0
// Operators of vectors work on every lane; a number counts for all of them.
#include <stdio.h>
typedef int v4si __attribute__((vector_size(16)));
typedef unsigned char v16qu __attribute__((__vector_size__(16)));
typedef double v2df __attribute__((vector_size(16)));
struct mixed { char c; v4si v; };
static v4si twice(v4si x) { return x + x; }
static void show(const char *what, v4si v) {
    printf("%s %d %d %d %d\n", what, v[0], v[1], v[2], v[3]);
}
int main(void) {
    v4si a = {1, -2, 3, 0x7fffffff}, b = {10, 20, 30}, c;
    v16qu u = {250, 251, 252, 3};
    v2df d = {1.5, -0.0}, e = {0.25, 2};
    show("sum", a + b);
    show("difference", b - a * 2);
    show("quotient", b / (v4si){3, -3, 4, 7});
    show("remainder", b % 7);
    show("shift", (a << 2) >> 1);
    show("bits", (a & 0xff) | (b ^ 5));
    show("not", ~a);
    show("negative", -b);
    show("less", a < b);
    show("same", b == (v4si){10, 0, 30, 0});
    show("twice", twice(b));
    c = a;
    c += b;
    c[2] = 77;
    c[1]++;
    show("assigned", c);
    u += 10;
    u >>= 1;
    printf("%d %d %d %d %d\n", u[0], u[1], u[2], u[3], u[15]);
    d = d * e + -d;
    printf("%g %g\n", d[0], d[1]);
    v4si m = (v4si)(d < e);
    show("mask", m);
    printf("%zu %zu %zu\n", sizeof(struct mixed), _Alignof(v4si), sizeof(v2df));
    struct mixed s = {1, {4, 5, 6, 7}}, t = s;
    v4si *p = &t.v;
    for (int i = 0; i < 4; i++) (*p)[i] *= i;
    show("member", t.v);
    show("kept", s.v);
    return 0;
}
