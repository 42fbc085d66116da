// Functions that are given away take whatever C has: structures, floating-point numbers, variable arguments, none that
// are declared.
// proved:
// unknown: -D WRITES
// says: may call by_value, old (given to listen in main)
#include <assert.h>
struct big { int n; double d[3]; struct { short s; } in; };
void listen(void *, ...);

static int state, other;

static double by_value(struct big b, double d, char *p, float f) {
    if (p && b.n)
        *p = 1;
#ifdef WRITES
    state = b.in.s + (int)(d + f);
#endif
    return d;
}
static int many(int n, ...) { return other = n; }
static int old(a, b) int a; char b; {
#ifdef WRITES
    state = a + b;
#endif
    return 0;
}
static struct big returns(void) { struct big b = { 1 }; return b; }

int main(void) {
    listen(by_value, many, old, returns);
    assert(state == 0);
    return 0;
}
