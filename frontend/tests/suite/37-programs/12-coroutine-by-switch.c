// stage: run; models: lp64, ilp32; exit: 98
// Protothreads: a switch that jumps back into a loop.
#include <stdio.h>
struct co { int line, i, j; };
#define BEGIN(c) switch ((c)->line) { case 0:
#define YIELD(c, v) do { (c)->line = __LINE__; return (v); case __LINE__:; } while (0)
#define END(c) } (c)->line = 0; return -1
static int gen(struct co *c) {
    BEGIN(c);
    for (c->i = 0; c->i < 3; c->i++) {
        for (c->j = 0; c->j < c->i; c->j++)
            YIELD(c, c->i * 10 + c->j);
        YIELD(c, 100 + c->i);
    }
    END(c);
}
int main(void) {
    struct co a = {0}, b = {0};
    int v, n = 0;
    gen(&b);
    while ((v = gen(&a)) >= 0) { printf("%d ", v); n += v; if (n & 1) gen(&b); }
    printf("\n%d\n", gen(&b));
    return n & 0xff;
}
