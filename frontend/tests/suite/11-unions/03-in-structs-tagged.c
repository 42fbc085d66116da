// stage: run; models: lp64, ilp32; exit: 2
// A tagged union as interpreters use it.
#include <stdio.h>
struct val { enum { INT, DBL, STR } tag; union { long i; double d; const char *s; } u; };
static void show(struct val v) {
    switch (v.tag) {
    case INT: printf("i%ld\n", v.u.i); break;
    case DBL: printf("d%g\n", v.u.d); break;
    case STR: printf("s%s\n", v.u.s); break;
    }
}
int main(void) {
    struct val v[] = {{INT, {.i = -7}}, {DBL, {.d = 2.5}}, {STR, {.s = "hey"}}};
    for (unsigned i = 0; i < sizeof v / sizeof *v; i++) show(v[i]);
    v[0] = v[2];
    show(v[0]);
    return v[0].tag;
}
